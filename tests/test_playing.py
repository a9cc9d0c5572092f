"""A site that serves the page that plays: packed twins, caches, and a policy that lets only these pages run Python."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from malle.core import Refused
from malle.web.layout import PAGE_HEADERS
from malle.web.pages.play_page import handlers

FILES = {"index.html": "page", "sw.js": "worker", "ab12/table.js": "script", "ab12/local.worker.js": "python"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As `make play-page` lays it out, with a secret beside it."""
    made = tmp_path / "folder"
    for name, text in FILES.items():
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return made


def test_only_pages_that_play_may_run_python(folder: Path) -> None:
    with TestClient(Litestar(handlers(str(folder)))) as client:
        for name, text in FILES.items():
            answer = client.get(f"/play/{name}", headers={"accept-encoding": "gzip"})
            assert (answer.text, answer.headers["content-encoding"]) == (text, "gzip")
            runs = name in ("index.html", "ab12/local.worker.js")
            assert ("wasm-unsafe-eval" in answer.headers["content-security-policy"]) == runs, name
            assert ("immutable" in answer.headers["cache-control"]) == ("/" in name)
            assert client.head(f"/play/{name}").status_code == 200
            assert "content-encoding" not in client.get(f"/play/{name}", headers={"accept-encoding": ""}).headers
        assert client.get("/play", follow_redirects=False).headers["location"] == "/play/index.html"
        assert client.get("/play/..%2fsecret.txt").status_code == 404
        assert client.get("/play/nothing.html").status_code == 404
    assert "wasm" not in PAGE_HEADERS["content-security-policy"]


def test_without_the_setting_there_is_no_such_page(tmp_path: Path) -> None:
    with TestClient(Litestar(handlers(""))) as client:
        assert client.get("/play").status_code == 404
        assert client.get("/play/index.html").status_code == 404
    with pytest.raises(Refused):
        handlers(str(tmp_path))
