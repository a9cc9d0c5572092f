"""`make test-host`: a clean Debian 12, and the page for operators followed line by line, up to a whole game
in the browser.

Commands of the page run in a clean root (`tools.clean_root`) as a user who is not root; then the image's
recipe is tried in it (`tools.try_image`). Needs root, Debian's `debootstrap` and `chromium-headless-shell`.
Prints times and sizes, and compares them with their limits.
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
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.conftest import NO_TIPS, PHONE, WATCH, Screen, launch
from tests.browser.test_fronts import play_to_the_end
from tests.server.nursery import free_port
from tools.clean_root import (
    CLEAN,
    PLACE,
    ROOT,
    SOMEBODY,
    as_somebody,
    environment,
    make_root,
    megabytes,
    mounted,
    wait_for,
)
from tools.host_page import ENGLISH, commands
from tools.release import build, digests
from tools.try_image import recipe

MINUTES, WITHOUT, PACKAGES, TERMINAL_SECONDS, TERMINAL_DOWNLOAD = 5, 60, 250, 60, 30
"""The promised limits: minutes with downloads, seconds without, megabytes of packages; for the terminal
alone, seconds and megabytes."""
FETCHES = re.compile(r"apt-get |pip install ")
"""Matches lines of the page that download something."""


def run(line: str) -> float:
    """Run a line of the operators' page in the clean root to its end, and return the seconds that
    it took. Raise `CalledProcessError` if it fails."""
    began = time.monotonic()
    subprocess.run(as_somebody(line), check=True, env=environment(), stdout=subprocess.DEVNULL)
    took = time.monotonic() - began
    print(f"{took:6.1f} s  {line}", flush=True)
    return took


@contextlib.contextmanager
def going(line: str, port: int) -> Iterator[float]:
    """Run a line of the operators' page that starts a server, on this port, during the block. Yield
    the seconds until the server answers. It is stopped at the end."""
    began = time.monotonic()
    child = subprocess.Popen(as_somebody(f"exec {line} --port {port}"), env=environment(), start_new_session=True)
    try:
        wait_for(f"http://127.0.0.1:{port}/", child)
        print(f"{time.monotonic() - began:6.1f} s  {line}", flush=True)
        yield time.monotonic() - began
    finally:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait(60)


def play(port: int, *, hurried: bool) -> float:
    """Play a whole game in the browser, from the home page to the end, and return the seconds that
    it took. If `hurried`, taps do not wait for reading, so the time is Malle's own."""
    began = time.monotonic()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        phone: dict[str, Any] = {**PHONE, "reduced_motion": "reduce", "locale": "fr-FR"}
        context = browser.new_context(**phone)
        context.add_init_script(WATCH)
        context.add_init_script(NO_TIPS)
        play_to_the_end(Screen(context, context.new_page(), True), f"http://127.0.0.1:{port}", hurried=hurried)
        browser.close()
    return time.monotonic() - began


def terminal(wheel: str) -> tuple[float, float, float]:
    """Install the wheel in a new environment and play in the terminal to the first card. Return the
    seconds that took, the megabytes fetched, and the megabytes on disk. Exit if no card was
    dealt."""
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


def main(words: Sequence[str]) -> int:
    """Follow the whole page; with the word `recipe`, try only the image in the root of the last run. Return 1
    if a limit is exceeded."""
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
                    game = play(port, hurried=True)
                    took, served = time.monotonic() - began, True
                    (packages,) = (home / "malle-programs/lib").glob("python3*/site-packages")
                    size = megabytes(packages)
                    busy, load = sum(os.times()[2:4]), os.getloadavg()[1]
                    without = took - fetching
                    print(
                        f"{took:.0f} s with downloads, {without:.0f} without, and a whole game ({game:.0f} s of it); "
                        f"packages {size:.0f} MB"
                    )
                    print(f"of it {busy:.0f} s of processor but for the server's; {load:.0f} wanted one meanwhile")
                    failed += [f"{took:.0f} s"] * (took > MINUTES * 60) + [f"{size:.0f} MB"] * (size > PACKAGES)
                    failed += [f"{without:.0f} s without downloads"] * (without > WITHOUT)
        run("~/malle-programs/bin/malle set address ''")  # there is no server at games.example
        with going("~/malle-programs/bin/malle up", port) as again:
            print(f"restored and upgraded: answers after {again:.1f} s")
            print(f"a whole game by somebody who reads: {play(port, hurried=False):.0f} s")
        played, fetched, kept = terminal(next(file.name for file in files if file.suffix == ".whl"))
        print(f"terminal: {played:.0f} s to the first card, {fetched:.1f} MB fetched, {kept:.1f} MB on disk")
        failed += [f"terminal {played:.0f} s"] * (played > TERMINAL_SECONDS)
        failed += [f"terminal {fetched:.0f} MB"] * (fetched > TERMINAL_DOWNLOAD)
        recipe()
    print("failed: " + ", ".join(failed) if failed else "the page is true")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
