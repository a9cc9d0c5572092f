"""The page that plays, served by a site under `/play/` where its operator says so. `docs/play-page.md` tells of it."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from malle.core import Refused
from malle.web.page import FOREVER, HEADERS, POLICY, Asked

WASM_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""For these pages and the worker that runs Python, and for nothing else of a site."""
CODINGS = {"br": ".br", "gzip": ".gz"}
KINDS = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".ftl": "text/plain"}


def handlers(folder: str) -> list[Any]:
    """`folder`: what `make play-page` has built; empty: there is no such page."""
    root = Path(folder)
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*.*")} if folder else {}
    if folder and "index.html" not in files:
        raise Refused(f"MALLE_PLAY: no page that plays lies in {folder}; `make play-page` builds one")

    @get("/play")
    async def play() -> Redirect:
        if not files:
            raise NotFoundException
        return Redirect("/play/index.html")

    @get("/play/{file:path}")
    async def play_file(request: Asked, file: FromPath[str]) -> Response[bytes]:
        name = file.lstrip("/")
        if name not in files:
            raise NotFoundException
        asked = request.headers.get("accept-encoding", "")
        coding = next((each for each, end in CODINGS.items() if each in asked and name + end in files), "")
        runs = name.endswith((".html", "local.worker.js"))
        kept = FOREVER if "/" in name else "no-cache"
        headers = HEADERS | {"cache-control": kept, "vary": "accept-encoding"}
        headers |= {"content-security-policy": WASM_POLICY if runs else POLICY}
        headers |= {"content-encoding": coding} if coding else {}
        data = await asyncio.to_thread(files[name + CODINGS.get(coding, "")].read_bytes)
        kind = KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(data, media_type=kind, headers=headers)

    return [play, play_file]
