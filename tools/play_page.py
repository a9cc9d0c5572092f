"""Builds the folder of the page that plays: static files for any host. See `docs/play-page.md`.

    python -m tools.play_page [--out FOLDER] [--quick] [--site ADDRESS]

Two builds of the same sources have the same bytes. `--quick` leaves out the compressed twins of the files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any, cast

from markdown_it import MarkdownIt
from tools.play_first import HOSTING, PROMISES, Lid, first_scenes, minutes

import malle
from malle import games
from malle.i18n.translations import LANGUAGES
from malle.runtime.history.lesson_frames import encode_course
from malle.web.assets import Assets
from malle.web.layout import Layout, make_client_texts_json, translate_for_game
from malle.web.pages.play_page import WASM_POLICY
from malle.web.pages.rulebook import render_rulebook

ROOT = Path(__file__).parents[1]
RUNTIME = ROOT / "client" / "node_modules" / "pyodide"
PINNED = "3685972878d5751131ba3dbbca0010c21d8081a0274e975194978c407a75ee7a"
"""The digest of the interpreter's files, in the order of `FILES`. The version is only in client/package.json."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PLATFORM = "pyemscripten_2026_0_wasm32"
WHEEL = ["--no-deps", "--platform", PLATFORM, "--implementation", "cp", "--abi", "cp314", "--python-version", "314"]
LEFT_OUT = re.compile(r"^(pages|people|sw|play-sw)\.|-solo\.|\.frames$|^trouble-|^icon-[m159]|\.preview\.png$")
"""Files of a site that no page of the folder requests."""
LINKED = """
zlib (Zlib), bzip2 (bzip2-1.0.6), liblzma (0BSD), Zstandard (BSD-3-Clause), SQLite (public domain), Expat (MIT),
libmpdec (BSD-2-Clause), libffi (MIT), HACL* (MIT), musl (MIT), Emscripten (MIT)
"""
"""Libraries inside the interpreter. Its package does not have their licence texts."""
FRAMES = " frame-ancestors 'none';"
"""A directive that works only in a header."""


class Addressed(Assets):
    """The files of a site, with addresses in the folder of this build instead of a server's."""

    def get_url(self, name: str) -> str:
        return f"{self.build_digest}/{name}"


def node(*words: object) -> None:
    """Run `tools/play_page.mjs` with these arguments. Raise `CalledProcessError` if it fails."""
    subprocess.run(["node", ROOT / "tools" / "play_page.mjs", *map(str, words)], check=True)


def wheel(folder: Path) -> Path:
    """Download the one compiled package, msgspec, in the version and with a digest of the lock
    file. Return its file in `folder`."""
    found = re.search(r"^msgspec==(?:.*\\\n)+.*", (ROOT / "requirements" / "play.txt").read_text("utf-8"), re.M)
    assert found
    wanted = folder / "wanted.txt"
    wanted.write_text(found[0], "utf-8")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*pip, *WHEEL, "--dest", folder, "-r", wanted], check=True)
    return next(folder.glob("*.whl"))


def licences(client: str, packages: Path) -> str:
    """Return the licences of everything in the folder that is not Malle's own, each text from a
    locked package. `client` is the text for the client; `packages` is the downloaded wheel."""
    version = json.loads((RUNTIME / "package.json").read_bytes())["version"]
    mozilla = (RUNTIME.parent / "lightningcss" / "LICENSE").read_text("utf-8")
    assert "Mozilla Public License Version 2.0" in mozilla
    python = metadata.distribution("typing_extensions").read_text("licenses/LICENSE")
    wheel = zipfile.ZipFile(packages)
    (name,) = (each for each in wheel.namelist() if each.endswith("licenses/LICENSE"))
    msgspec = name.partition(".dist-info")[0].replace("-", " ")
    parts = {
        f"Pyodide {version} (MPL-2.0), https://github.com/pyodide/pyodide, where its sources are": mozilla,
        "CPython (PSF-2.0), https://github.com/python/cpython": python or "",
        "Inside the interpreter, with texts at https://docs.python.org/3.14/license.html and in the sources": LINKED,
        f"{msgspec} (BSD-3-Clause)": wheel.read(name).decode(),
    }
    assert all(parts.values())
    return client + "".join(f"\n{'-' * 80}\n\n{head}\n\n{text.strip()}\n" for head, text in parts.items())


def build(out: Path, *, quick: bool = False, site: str = "") -> None:
    """Build the folder `out`, replacing the old one. `quick` leaves out compressed copies. `site`
    is the address where friends play together; empty if there is none. Exit if the interpreter's
    files are not those that are pinned."""
    digest = hashlib.sha256(b"".join(hashlib.sha256((RUNTIME / name).read_bytes()).digest() for name in FILES))
    if digest.hexdigest() != PINNED:
        raise SystemExit(f"client/node_modules/pyodide is not the interpreter that is pinned: {digest.hexdigest()}")
    shutil.rmtree(out, ignore_errors=True)
    sheets = tuple(map(games.load_game_info, games.OWN_GAMES))
    look = Addressed(lambda: sheets)
    with tempfile.TemporaryDirectory() as made:
        library, archive = Path(made, "library.zip"), Path(made, "malle.zip")
        packages = wheel(Path(made))
        node("run", "-", packages, ROOT / "tools" / "play_library.py", ROOT / "src", library, archive)
        python = {name: (RUNTIME / name).read_bytes() for name in FILES[:3]} | {"library.zip": library.read_bytes()}
        files = {name: each.data for name, each in look.by_name.items() if not LEFT_OUT.search(name)}
        files["malle.zip"] = archive.read_bytes()
        files["licences.txt"] = licences(files["licences.txt"].decode(), packages).encode()
    books = [(each, language) for each in sheets for language in LANGUAGES]
    files |= {
        f"{each.name}.{at}.rules.html": f"<main>{render_rulebook(each, at)}</main>".encode() for each, at in books
    }
    files |= {f"{each.name}.course.json": encode_course(each) for each in sheets if each.lesson is not None}
    files |= {f"{each.name}.first.json": first_scenes(each) for each in sheets}
    files |= papers()
    where = f"python-{digest_of(python)}"
    look.build_digest = digest_of(files | python)
    write(out / where, python)
    write(out / look.build_digest, files)
    sums = {f"../{where}/{name}": data for name, data in python.items()} | files
    digests = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(sums.items()))
    write(out / look.build_digest, {"digests.txt": digests.encode()})
    if not quick:
        node("pack", out)
    parts = [f"../{where}/{name}" for name in python] + ["malle.zip"]
    ends = ("", "", "") if quick else ("", ".gz", ".br")
    sizes = {name: [(out / look.build_digest / f"{name}{end}").stat().st_size for end in ends] for name in parts}
    lock = {"info": json.loads((RUNTIME / "pyodide-lock.json").read_bytes())["info"], "packages": {}}
    runtime = json.loads((RUNTIME / "package.json").read_bytes())["version"]
    versions = f"Malle {malle.__version__} · Python {lock['info']['python']} · Pyodide {runtime} · {look.build_digest}"
    write(out / look.build_digest, {"parts.json": json.dumps({"lock": json.dumps(lock)} | sizes).encode()})
    shell = Layout(cast(Any, look), sheets)
    fetched = [sum(each[coding] for each in sizes.values()) / 1e6 for coding in (1, 2)]
    played = {sheet.name: minutes(sheet) for sheet in sheets}
    for sheet in sheets:
        for language in LANGUAGES:
            lid = Lid(shell, sheet, language, fetched[1], played, site)
            names = [f"{sheet.name}.{language}.html"]
            if sheet is sheets[0]:
                names.append("index.html" if language == LANGUAGES[0] else f"index.{language}.html")
            write(out, dict.fromkeys(names, page(lid, versions).encode()))
    twins = [] if quick else [(out / look.build_digest / name).resolve() for name in parts if not name.endswith(".mjs")]
    write(out, {"sw.js": worker(out.resolve(), look, twins)})
    if not quick:
        node("pack", out)


def worker(out: Path, look: Addressed, twins: list[Path]) -> bytes:
    """Return the script of the service worker, which stores the whole folder. `twins` are the files
    whose compressed copies it stores. Changed pages of the same build make a different worker."""
    found = [path for path in sorted(out.rglob("*.*")) if path.is_file() and path.suffix not in (".gz", ".br")]
    names = [[path.relative_to(out).as_posix() for path in paths] for paths in (found, twins)]
    pages = digest_of({path.name: path.read_bytes() for path in out.glob("*.html")})
    made = {"build": look.build_digest, "pages": pages, "files": names[0], "twins": names[1]}
    return b"const MADE = " + json.dumps(made).encode() + b";\n" + look.by_name["play-sw.js"].data


def page(lid: Lid, versions: str) -> str:
    """Return a game's page: the first screen with its table, and the content security policy for
    hosts that send none. `versions` is printed at the end."""
    at, name, language = lid.shell.assets.get_url, lid.sheet.name, lid.language
    attributes = {
        "class": "table first", "data-game": name, "data-build": lid.shell.assets.build_digest, "data-table": "here",
        "data-sprite": at(f"{name}.sprite.svg"), "data-words": at(f"{name}.{language}.ftl"),
        "data-seats": str(lid.sheet.default_seats), "data-here": at("parts.json"),
        "data-home": f"{name}.{language}.html", "data-site": lid.site,
        "data-voices": " ".join(at(f"{name}.{each}.ftl") for each in LANGUAGES),
    }  # fmt: skip
    allowed = WASM_POLICY.replace(FRAMES, "")
    head = f'<meta http-equiv="content-security-policy" content="{allowed}">'
    head += f'<link rel="license" href="{at("licences.txt")}">'
    words = (
        f'<script type="application/json" id="words">{make_client_texts_json(language, with_play_page=True)}</script>'
    )
    skip = f'<a class="skip to-play" href="#play">{lid.say("lid-skip")}</a>'
    under = f'<div id="entrance"></div>{lid.under(versions)}{words}'
    body = f'{skip}{lid.top()}<div id="app"></div>{lid.slip()}{lid.base()}{under}'
    title = f"{translate_for_game(lid.sheet, language, 'title')} · Malle"
    made = lid.shell.render_document(language, title, body, attributes, script="table", head=head)
    made = made.replace(
        '<script type="module"', f'<link rel="stylesheet" href="{at("play.css")}"><script type="module"', 1
    )
    return made.replace('<link rel="manifest" href="/manifest.webmanifest">', "")


def papers() -> dict[str, bytes]:
    """Return by file name, as HTML pages, the documents linked from the promises and those for
    operators. Links to documents that are not among them become plain text."""
    names = {*PROMISES.values(), *HOSTING.values()} - {"robots"}
    made = {"robots.html": (ROOT / "docs" / "robots.html").read_bytes()}
    styles = "".join(f'<link rel="stylesheet" href="{each}.css">' for each in ("table", "play"))
    head = f'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">{styles}'
    for name in sorted(names):
        text = MarkdownIt("commonmark").enable("table").render((ROOT / "docs" / f"{name}.md").read_text("utf-8"))
        text = re.sub(r"<img[^>]*>", "", text)
        text = re.sub(
            r'<a href="(?!https?:|#)(?:([\w-]+)\.md)?[^"]*">(.*?)</a>',
            lambda link: f'<a href="{link[1]}.html">{link[2]}</a>' if link[1] in names else link[2], text,
        )  # fmt: skip
        title = text.partition("</h1>")[0].partition("<h1>")[2]
        language = "fr" if name == HOSTING["fr"] else "en"
        page = f'{head}<title>{title} · Malle</title><body class="paper"><main>{text}</main>'
        made[f"{name}.html"] = page.replace("<!doctype html>", f'<!doctype html><html lang="{language}">').encode()
    return made


def digest_of(files: dict[str, bytes]) -> str:
    """Return a short digest of these files by their names, whatever their order."""
    parts = (name.encode() + hashlib.sha256(data).digest() for name, data in sorted(files.items()))
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files into a folder, which is created if needed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description="Builds the folder of the page that plays.")
    words.add_argument("--out", type=Path, default=ROOT / "var" / "play-page")
    words.add_argument("--quick", action="store_true", help="leave out the packed twins")
    words.add_argument("--site", default="", help="the address of a site where friends play together")
    given = words.parse_args()
    build(given.out, quick=given.quick, site=given.site)
