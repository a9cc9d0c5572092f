"""`make test-host`: a clean Debian 12, and the page for hosts followed line by line, to a whole game in the browser.

The root is made by debootstrap, once, and copied for each run; commands of the page run in it as somebody who is not
root. The configuration of apt and pip comes from this machine while it runs, so that mirrors and certificates hold, and
is kept nowhere. Needs root, Debian's `debootstrap` and `chromium-headless-shell`. Tells times and sizes, and judges
them.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.conftest import NO_TIPS, PHONE, WATCH, Screen, launch
from tests.browser.test_fronts import play_to_the_end
from tests.server.nursery import free_port
from tools.host_page import ENGLISH, commands
from tools.release import build, digests

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "var" / "host"
BASE, CLEAN = PLACE / "base", PLACE / "root"
SOMEBODY = "camille"
MINUTES, WITHOUT, PACKAGES, TERMINAL_SECONDS, TERMINAL_DOWNLOAD = 5, 60, 250, 60, 30
"""What is promised: minutes with downloads, seconds without, megabytes of packages; and for the terminal alone."""
FETCHES = re.compile(r"apt-get |pip install ")
"""Lines of the page that download something."""
_PASSED = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/apt",
    "/etc/ssl/certs",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
)


def make_root() -> None:
    """A clean Debian 12 with what every installation has, and somebody in it."""
    if not (BASE / "usr").is_dir():
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", BASE], check=True)
    if str(CLEAN) in Path("/proc/mounts").read_text():
        raise SystemExit(
            f"something is still mounted under {CLEAN}: umount it first, or deleting would reach this machine"
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
    """pip's settings on this machine as variables, and the folders that they name."""
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
    """What programs expect, and the folders that pip is told of, while the block runs."""
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
    kept = {name: value for name, value in os.environ.items() if name.endswith(("_proxy", "_PROXY")) or "CERT" in name}
    return {**kept, **pip_settings()[0], "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}


def inside_root(line: str) -> None:
    subprocess.run(["chroot", CLEAN, "sh", "-c", line], check=True, env=environment())


def as_somebody(line: str) -> list[str]:
    """The words that run a line of the page as somebody; what begins with `sudo` runs as root."""
    if line.startswith("sudo "):
        return ["chroot", str(CLEAN), "sh", "-c", line.removeprefix("sudo ")]
    home = f"HOME=/home/{SOMEBODY}"
    return ["chroot", str(CLEAN), "runuser", "-u", SOMEBODY, "--", "env", home, "sh", "-c", f"cd && {line}"]


def run(line: str) -> float:
    """A line of the page, to its end: the seconds that it took."""
    began = time.monotonic()
    subprocess.run(as_somebody(line), check=True, env=environment(), stdout=subprocess.DEVNULL)
    took = time.monotonic() - began
    print(f"{took:6.1f} s  {line}", flush=True)
    return took


@contextlib.contextmanager
def going(line: str, port: int) -> Iterator[float]:
    """A line of the page that goes on until it is told to end; the seconds until its page answers."""
    began = time.monotonic()
    child = subprocess.Popen(as_somebody(f"exec {line} --port {port}"), env=environment(), start_new_session=True)
    try:
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5):
                break
            if child.poll() is not None or time.monotonic() - began > 120:
                raise SystemExit(f"no answer: {line}")
            time.sleep(0.1)
        print(f"{time.monotonic() - began:6.1f} s  {line}", flush=True)
        yield time.monotonic() - began
    finally:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait(60)


def play(port: int) -> None:
    """A whole game in the browser, from home to the end."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="fr-FR")
        assert PHONE
        context.add_init_script(WATCH)
        context.add_init_script(NO_TIPS)
        play_to_the_end(Screen(context, context.new_page(), False), f"http://127.0.0.1:{port}")
        browser.close()


def megabytes(folder: Path) -> float:
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def terminal(wheel: str) -> tuple[float, float, float]:
    """From the wheel to the first card: seconds, megabytes fetched, megabytes on disk."""
    run("python3 -m venv ~/play")
    began = time.monotonic()
    run(f"~/play/bin/pip install --quiet ./{wheel}")
    first = subprocess.run(
        as_somebody("echo q | ~/play/bin/malle play declarer --seats 4 --lang en"),
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "Declare" not in first.stdout and "declare" not in first.stdout:
        raise SystemExit(f"no card was dealt: {first.stdout[-500:]} {first.stderr[-500:]}")
    took = time.monotonic() - began
    run(f"~/play/bin/pip download --quiet --dest ~/fetched ./{wheel}")
    home = CLEAN / "home" / SOMEBODY
    (packages,) = (home / "play/lib").glob("python3*/site-packages")
    own = [each for name in ("pip", "setuptools", "pkg_resources") for each in packages.glob(f"{name}*")]
    return took, megabytes(home / "fetched"), megabytes(packages) - sum(map(megabytes, own))


def steps(stage: str) -> list[tuple[str, str]]:
    """What a stage of the image's recipe copies and runs, in order."""
    text = (ROOT / "Containerfile").read_text("utf-8").partition(f" AS {stage}\n")[2].partition("\nFROM ")[0]
    return re.findall(r"^(COPY|RUN) (.+)$", text, re.MULTILINE)


def put(source: Path, target: Path) -> None:
    """What the repository has of a file or a folder, and nothing that was made in it."""
    made = shutil.ignore_patterns("__pycache__", "node_modules", "static")
    if source.is_dir():
        shutil.copytree(source, target, ignore=made, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def recipe_client(into: Path) -> None:
    """The image's first stage, in an empty folder, with this machine's Node."""
    shutil.rmtree(into, ignore_errors=True)
    for word, rest in steps("client"):
        if word == "RUN":
            subprocess.run(["sh", "-c", rest], cwd=into, check=True)
            continue
        *sources, target = rest.split()
        for source in sources:
            is_folder = target.endswith("/")
            put(ROOT / source, into / target / Path(source).name if is_folder else into / target)


def recipe() -> None:
    """The steps of the image, where no engine is: the client, packages by their hashes, then the server as nobody, from
    files that cannot be written."""
    image, made = PLACE / "image", PLACE / "client"
    image.mkdir(exist_ok=True)
    recipe_client(made)
    for word, rest in steps("site"):
        if word == "RUN":
            inside_root(rest)
            continue
        source, target = rest.split()[-2:]
        inside = CLEAN / target.lstrip("/")
        if "--from=client" in rest:
            shutil.copytree(made / source.removeprefix("/src/"), inside, dirs_exist_ok=True)
        else:
            put(ROOT / source, inside)
    port = free_port()
    settings = {"MALLE_DATABASES": "1=postgresql://a@127.0.0.1:1/x", "MALLE_KEY": "0" * 64, "HOME": "/nowhere"}
    nobody = ["chroot", str(image), "setpriv", "--reuid=10001", "--regid=10001", "--clear-groups"]
    subprocess.run(["mount", "--bind", CLEAN, image], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", image], check=True)
        if subprocess.run([*nobody, "touch", "/opt/malle/x"], check=False, capture_output=True).returncode == 0:
            raise SystemExit("the image can be written")
        serve = [*nobody, "/opt/malle/bin/python", "-m", "malle", "serve", "--robots", "0", "--port", str(port)]
        child = subprocess.Popen(serve, env={**environment(), **settings, "PYTHONDONTWRITEBYTECODE": "1"})
        try:
            limit = time.monotonic() + 120
            while True:
                with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                    break
                if child.poll() is not None or time.monotonic() > limit:
                    raise SystemExit("the image does not serve")
                time.sleep(0.1)
        finally:
            child.terminate()
            child.wait(60)
    finally:
        subprocess.run(["umount", "--lazy", image], check=False)
    print(f"image: serves as nobody, read only; {megabytes(CLEAN / 'opt/malle'):.0f} MB of packages and Malle")


def main(words: Sequence[str]) -> int:
    """The whole; with `recipe` the image's part alone, in the root of the run before."""
    if list(words) == ["recipe"]:
        with mounted():
            recipe()
        return 0
    make_root()
    home = CLEAN / "home" / SOMEBODY
    files = build(ROOT, PLACE / "dist")
    for file in files:
        shutil.copy(file, home)
    (home / "SHA256SUMS").write_text(digests(files))
    port, failed = free_port(), []
    with mounted():
        began, served, fetching = time.monotonic(), False, 0.0
        for line in commands(ENGLISH.read_text("utf-8")):
            if not re.search(r"malle up(?! --install)", line):
                seconds = run(line)
                fetching += seconds if FETCHES.search(line) else 0.0
                continue
            with going(line, port):
                if not served:
                    play(port)
                    took, served = time.monotonic() - began, True
                    (packages,) = (home / "malle-programs/lib").glob("python3*/site-packages")
                    size = megabytes(packages)
                    busy, load = sum(os.times()[2:4]), os.getloadavg()[1]
                    without = took - fetching
                    print(
                        f"{took:.0f} s with downloads, {without:.0f} without, and a whole game; packages {size:.0f} MB"
                    )
                    print(f"of it {busy:.0f} s of processor but for the server's; {load:.0f} wanted one meanwhile")
                    failed += [f"{took:.0f} s"] * (took > MINUTES * 60) + [f"{size:.0f} MB"] * (size > PACKAGES)
                    failed += [f"{without:.0f} s without downloads"] * (without > WITHOUT)
        run("~/malle-programs/bin/malle set address ''")  # nobody answers at games.example
        with going("~/malle-programs/bin/malle up", port) as again:
            print(f"restored and upgraded: answers after {again:.1f} s")
            play(port)
        played, fetched, kept = terminal(next(file.name for file in files if file.suffix == ".whl"))
        print(f"terminal: {played:.0f} s to the first card, {fetched:.1f} MB fetched, {kept:.1f} MB on disk")
        failed += [f"terminal {played:.0f} s"] * (played > TERMINAL_SECONDS)
        failed += [f"terminal {fetched:.0f} MB"] * (fetched > TERMINAL_DOWNLOAD)
        recipe()
    print("failed: " + ", ".join(failed) if failed else "the page is true")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
