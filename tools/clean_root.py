"""A clean Debian 12 in a folder, for `make test-host`, and commands that run in it as a user who is not root.

debootstrap makes it once, and it is copied for each run. While it runs, it uses this machine's configuration
of apt and pip, so that mirrors and certificates work; nothing of it is kept. Needs root and Debian's
`debootstrap`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "var" / "host"
BASE, CLEAN = PLACE / "base", PLACE / "root"
SOMEBODY = "camille"
_PASSED = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/apt",
    "/etc/ssl/certs",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
)


def make_root() -> None:
    """Make a fresh copy of a clean Debian 12 with a user in it, in place of the old copy. Exit if
    something is still mounted under `PLACE`."""
    if not (BASE / "usr").is_dir():
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", BASE], check=True)
    if str(PLACE) in Path("/proc/mounts").read_text():
        raise SystemExit(
            f"something is still mounted under {PLACE}: umount it first, or deleting would reach this machine"
        )
    if CLEAN.exists():
        shutil.rmtree(CLEAN)
    subprocess.run(["cp", "--archive", "--reflink=auto", BASE, CLEAN], check=True)
    for path in map(Path, _PASSED):
        if path.exists():
            inside = CLEAN / path.relative_to("/")
            if path.is_dir():
                shutil.rmtree(inside, ignore_errors=True)
                shutil.copytree(path, inside, symlinks=path.name == "certs")
            else:
                inside.unlink(missing_ok=True)
                shutil.copy(path, inside)
    (CLEAN / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (CLEAN / "usr/sbin/policy-rc.d").chmod(0o755)
    inside_root("apt-get update --quiet=2 && useradd --create-home --shell /bin/sh " + SOMEBODY)


def pip_settings() -> tuple[dict[str, str], list[Path]]:
    """Return pip's settings on this machine as environment variables, and the existing folders that
    they name."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    found = {}
    for name, value in re.findall(r"^(?:global|install|:env:)\.([\w-]+)='(.*)'$", told.stdout, re.MULTILINE):
        found[f"PIP_{name.upper().replace('-', '_')}"] = value
    folders = [Path(path) for value in found.values() for path in re.findall(r"(?:file:/{2})?(/[\w./-]+)", value)]
    # An index in a folder has its files beside it.
    whole = {each.parent if each.name == "simple" else each for each in folders if each.is_dir()}
    return found, sorted(whole)


@contextlib.contextmanager
def mounted() -> Iterator[None]:
    """During the block, mount in the clean root what programs expect (/proc and /dev), and the
    folders of pip's settings."""
    binds = [Path(each) for each in ("/proc", "/dev", "/dev/pts", "/dev/shm")] + pip_settings()[1]
    done: list[Path] = []
    try:
        for each in binds:
            inside = CLEAN / each.relative_to("/")
            inside.mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "--bind", each, inside], check=True)
            done.append(inside)
        yield
    finally:
        for inside in reversed(done):
            subprocess.run(["umount", "--lazy", inside], check=False)


def environment() -> dict[str, str]:
    """Return the environment for commands in the clean root: proxies, certificates and pip's settings of this
    machine."""
    kept = {name: value for name, value in os.environ.items() if name.endswith(("_proxy", "_PROXY")) or "CERT" in name}
    return {**kept, **pip_settings()[0], "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}


def inside_root(line: str) -> None:
    """Run a shell line as root in the clean root. Raise `CalledProcessError` if it fails."""
    subprocess.run(["chroot", CLEAN, "sh", "-c", line], check=True, env=environment())


def as_somebody(line: str) -> list[str]:
    """Return the command that runs a shell line in the clean root as the user who is not root. A
    line that begins with `sudo` runs as root."""
    if line.startswith("sudo "):
        return ["chroot", str(CLEAN), "sh", "-c", line.removeprefix("sudo ")]
    home = f"HOME=/home/{SOMEBODY}"
    return ["chroot", str(CLEAN), "runuser", "-u", SOMEBODY, "--", "env", home, "sh", "-c", f"cd && {line}"]


def megabytes(folder: Path) -> float:
    """Return the size of all files in a folder and below, in megabytes."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def wait_for(address: str, child: subprocess.Popen[bytes]) -> None:
    """Wait until an HTTP address answers. Exit if the process `child` ends first, or after two
    minutes."""
    limit = time.monotonic() + 120
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return
        if child.poll() is not None or time.monotonic() > limit:
            raise SystemExit(f"no answer: {address}")
        time.sleep(0.1)
