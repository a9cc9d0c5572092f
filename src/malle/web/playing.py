"""The page that plays, served by a site under `/play/` where its operator says so. `docs/play-page.md` tells of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from litestar import Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from malle.core import Refused
from malle.web.assets import kind_of
from malle.web.page import FOREVER, HEADERS, POLICY, Asked, choose_coding

WASM_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""For these pages and the worker that runs Python, and for nothing else of a site."""
CODINGS = {"br": ".br", "gzip": ".gz"}


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

    @route("/play/{file:path}", http_method=["GET", "HEAD"])  # the page asks so whether there is a service worker
    async def play_file(request: Asked, file: FromPath[str]) -> Response[bytes]:
        name = file.lstrip("/")
        if name not in files:
            raise NotFoundException
        packed = {each: files[name + end] for each, end in CODINGS.items() if name + end in files}
        path, headers = choose_coding(request, files[name], packed)
        runs = name.endswith((".html", "local.worker.js"))
        headers |= {"cache-control": FOREVER if "/" in name else "no-cache"}
        headers |= {"content-security-policy": WASM_POLICY if runs else POLICY}
        data = await asyncio.to_thread(path.read_bytes)
        return Response(data, media_type=kind_of(name), headers=HEADERS | headers)

    return [play, play_file]
