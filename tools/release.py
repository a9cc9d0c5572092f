"""Makes a release: checks whether it may be made, builds it twice, tries it out, and makes the tag. `make
release` runs it.

    python -m tools.release prepare     moves the unreleased changes into a section of this version, with today's date,
                                        and keeps what the release asks of its databases
    python -m tools.release             does everything else

The version is in `pyproject.toml` and in `malle.__version__`. Nothing is sent anywhere. The person who
releases pushes the tag and publishes the files in `dist/` beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tools.asked import asked, keep, kept

ROOT = Path(__file__).parents[1]
GOLDEN = "src/malle/games/*/tests/playthroughs/*"
UNRELEASED = "## Unreleased"


class Unfit(Exception):
    """The reason why there is no release, and what to do."""


def version_of(root: Path) -> str:
    """Return the version of the checkout `root`. `Unfit` if the two places that have it differ."""
    project: str = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    found = re.search(r'^__version__ = "(.+)"$', (root / "src/malle/__init__.py").read_text("utf-8"), re.MULTILINE)
    if found is None or found[1] != project:
        raise Unfit(f"pyproject.toml says version {project}, src/malle/__init__.py another one: make them equal")
    return project


def section(changelog: str, heading: str) -> str:
    """Return the text under the first heading that begins with `heading` (`## …`), or an empty
    string."""
    found = re.search(rf"^{re.escape(heading)}\b.*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def prepare(changelog: str, version: str, day: str) -> str:
    """Return the changelog with the unreleased changes under this version and day. `Unfit` if
    nothing is unreleased, or if the version has a section already."""
    if not section(changelog, UNRELEASED):
        raise Unfit("CHANGELOG.md: nothing is unreleased, so there is nothing to release")
    if section(changelog, f"## {version}"):
        raise Unfit(f"CHANGELOG.md has a section {version} already: raise the version first")
    return changelog.replace(f"{UNRELEASED}\n", f"{UNRELEASED}\n\n## {version}, {day}\n", 1)


def is_prepared(changelog: str, version: str) -> bool:
    """Return whether the changelog has a section of this version and nothing unreleased, so that
    `prepare` has nothing to move."""
    return bool(section(changelog, f"## {version}")) and not section(changelog, UNRELEASED)


def faults(root: Path) -> Iterator[str]:
    """Yield the reasons why no release may be made, each with what to do. `Unfit` if the version
    differs between its two places."""
    version = version_of(root)
    if dirty := _git(root, "status", "--porcelain"):
        yield f"the tree is not clean: commit or put away {dirty.splitlines()[0][3:]}"
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    if not section(changelog, f"## {version}"):
        yield f"CHANGELOG.md says nothing of {version}: run `python -m tools.release prepare`, read it and commit it"
    elif section(changelog, UNRELEASED):
        yield f"CHANGELOG.md has unreleased lines above {version}: move them into it, or raise the version"
    if kept(root).get(version) != asked():
        yield f"what {version} asks of its databases is not kept: run `python -m tools.release prepare`"
    tags = _git(root, "tag", "--list", "v*", "--sort=-creatordate").split()
    if f"v{version}" in tags:
        yield f"there is a tag v{version} already: raise the version"
    if tags:
        for line in _git(root, "diff", "--name-status", tags[0], "--", GOLDEN).splitlines():
            kind, _, path = line.partition("\t")
            if kind != "A":
                yield (
                    f"{path} is another game than in {tags[0]}: put it back, raise the rules version and write new "
                    "records beside it (CONTRIBUTING.md, changing the rules of a game)"
                )


def build(root: Path, into: Path) -> list[Path]:
    """Build the source archive, and the wheel from that archive, as `python -m build` does. Return
    all files in the folder `into`, sorted."""
    into.mkdir(parents=True, exist_ok=True)
    when = {"SOURCE_DATE_EPOCH": _git(root, "log", "-1", "--format=%ct")}
    _hatch(root, "sdist", into, when)
    (archive,) = into.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
        _hatch(Path(folder) / archive.name.removesuffix(".tar.gz"), "wheel", into, when)
    return sorted(into.iterdir())


def digests(files: Sequence[Path]) -> str:
    """Return the digests of the files, in the format of `sha256sum --check`."""
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def parts(root: Path) -> bytes:
    """Return the list of all libraries that run on an operator's machine or in the client, from the
    lock files, in the CycloneDX format."""
    python = re.findall(r"^([\w.-]+)==([^ \\]+)", (root / "requirements/server.txt").read_text("utf-8"), re.MULTILINE)
    manifest = json.loads((root / "client/package.json").read_text("utf-8"))
    locked = json.loads((root / "client/package-lock.json").read_text("utf-8"))["packages"]
    client = [(name, locked[f"node_modules/{name}"]["version"]) for name in manifest.get("dependencies", {})]
    found = [("pypi", *each) for each in python] + [("npm", *each) for each in client]
    listed = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:{kind}/{name}@{version}"}
        for kind, name, version in found
    ]
    return json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "components": listed}, indent=1).encode()


def try_out(wheel: Path) -> None:
    """Install the wheel in an empty environment and list its games. Raise `CalledProcessError` if
    that fails."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        bin_ = Path(folder) / "bin"
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([bin_ / "python", "-m", "pip", "install", *quiet, wheel], check=True)
        subprocess.run([bin_ / "malle", "games", "--lang", "en"], check=True)


def main(words: Sequence[str]) -> int:
    """Run the command: `prepare`, or make the release. Return 1 and print the reason if the release
    is unfit."""
    try:
        version = version_of(ROOT)
        if list(words) == ["prepare"]:
            page = ROOT / "CHANGELOG.md"
            if not is_prepared(notes := page.read_text("utf-8"), version):
                page.write_text(prepare(notes, version, datetime.now(UTC).date().isoformat()), "utf-8")
            keep(ROOT, version)
            return 0
        if found := list(faults(ROOT)):
            raise Unfit("\n         ".join(found))
        release(version)
    except Unfit as why:
        print(f"release: {why}", file=sys.stderr)
        return 1
    return 0


def release(version: str) -> None:
    """Build twice, compare, try out, write the files beside it, and make the tag. `Unfit` if the
    builds differ."""
    into = ROOT / "dist" / version
    with tempfile.TemporaryDirectory() as again:
        files = build(ROOT, into)
        if digests(files) != digests(build(ROOT, Path(again))):
            raise Unfit("two builds of one commit differ: look for what puts a time or an order into them")
    try_out(next(file for file in files if file.suffix == ".whl"))
    (into / "parts.json").write_bytes(parts(ROOT))
    (into / "SHA256SUMS").write_text(digests([*files, into / "parts.json"]))
    notes = section((ROOT / "CHANGELOG.md").read_text("utf-8"), f"## {version}")
    _git(ROOT, "tag", "--annotate", f"v{version}", "--message", f"Malle {version}\n\n{notes}")
    print(f"tag v{version} and dist/{version} are made; push the tag, and put the files beside it")


def _git(root: Path, *words: str) -> str:
    """Return the output of a git command. Raise `CalledProcessError` if it fails."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.rstrip()


def _hatch(root: Path, target: str, into: Path, when: dict[str, str]) -> None:
    """Build one target ("sdist" or "wheel") with hatchling into a folder. `when` is the environment
    with the time of the build. `Unfit` if it fails."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into.resolve())]
    done = subprocess.run(command, cwd=root, env={**os.environ, **when}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unfit(done.stderr.strip() or done.stdout.strip())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
