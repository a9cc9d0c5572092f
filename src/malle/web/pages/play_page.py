"""Serves the page that plays without a server under `/play/`, if the operator configured it. See
`docs/play-page.md`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from litestar import Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from malle.core import Refused
from malle.web.assets import guess_content_type
from malle.web.layout import CACHE_FOREVER, CONTENT_SECURITY_POLICY, PAGE_HEADERS, AnyRequest, negotiate_encoding

WASM_POLICY = CONTENT_SECURITY_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""Content security policy for the HTML pages and the worker that runs Python. Other files keep the strict policy."""
SUFFIX_BY_ENCODING = {"br": ".br", "gzip": ".gz"}
"""What is added to the name of a file for its compressed copy, by encoding."""


def handlers(folder: str) -> list[Any]:
    """Return the routes of `/play`. `folder` is the output of `make play-page`; if it is empty,
    every route answers 404.

    The names of the files are read once. Raise `Refused` if the folder has no `index.html`.
    """
    root = Path(folder)
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*.*")} if folder else {}
    if folder and "index.html" not in files:
        raise Refused(f"MALLE_PLAY: no page that plays lies in {folder}; `make play-page` builds one")

    @get("/play")
    async def redirect_to_start_page() -> Redirect:
        """Redirect to the start page, or answer 404 if no page is configured."""
        if not files:
            raise NotFoundException
        return Redirect("/play/index.html")

    # The page sends HEAD to find out whether a service worker exists.
    @route("/play/{file:path}", http_method=["GET", "HEAD"])
    async def serve_file(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
        """Serve one file of the folder, compressed if the folder has a compressed copy and the
        browser accepts it. Answer 404 for any other name."""
        name = file.lstrip("/")
        if name not in files:
            raise NotFoundException
        compressed = {each: files[name + end] for each, end in SUFFIX_BY_ENCODING.items() if name + end in files}
        path, headers = negotiate_encoding(request, files[name], compressed)
        needs_wasm = name.endswith((".html", "local.worker.js"))
        headers |= {"cache-control": CACHE_FOREVER if "/" in name else "no-cache"}
        headers |= {"content-security-policy": WASM_POLICY if needs_wasm else CONTENT_SECURITY_POLICY}
        data = await asyncio.to_thread(path.read_bytes)
        return Response(data, media_type=guess_content_type(name), headers=PAGE_HEADERS | headers)

    return [redirect_to_start_page, serve_file]
