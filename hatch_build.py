"""A build must hold the client, which `make client` builds and nobody commits: a server without it has no pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientIsThere(BuildHookInterface[Any]):
    """Refuses to make an archive or a wheel without the client. An editable install takes it from the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before anything is packed."""
        built = (Path(self.root) / "src" / "malle" / "web" / "static" / "table.js").is_file()
        if version != "editable" and not built and not os.environ.get("MALLE_WITHOUT_CLIENT"):
            raise SystemExit(
                "the client is not built: run `make client` first (it needs Node 20), or set MALLE_WITHOUT_CLIENT=1 "
                "for a package without pages, which is enough for rules, terminal and research"
            )
