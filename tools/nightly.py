"""Run one part of the nightly tests: `make nightly PART=install`.

A part is a list of commands in `tools/nightly.toml`. The commands run in order, and the first that fails ends the part.
A part that was stopped resumes after its last finished command, as long as the commit is the same. It ends after
45 minutes at the latest; run it again to go on. At its end it prints the commit at which the part was last green.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import time
import tomllib
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMIT_MINUTES = 45


@dataclass(frozen=True)
class Progress:
    """How far a part has come: the steps that passed at `commit`, and `green`, the last commit at
    which the whole part passed. Kept in a file for each part."""

    commit: str = ""
    passed: list[str] = field(default_factory=list)
    green: str = ""


def read_progress(file: Path) -> Progress:
    """Return the progress kept in a file; an empty one if there is no file."""
    return Progress(**json.loads(file.read_text("utf-8"))) if file.exists() else Progress()


def write_progress(file: Path, progress: Progress) -> None:
    """Write the progress to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(asdict(progress), indent=1), "utf-8")


def current_commit(root: Path) -> str:
    """Return the commit of the checkout, followed by "+changes" if files are changed or new."""
    commit = _git(root, "rev-parse", "HEAD")
    return f"{commit}+changes" if _git(root, "status", "--porcelain") else commit


def _git(root: Path, *words: str) -> str:
    """Return the output of a git command, without white space at its ends. Raise
    `CalledProcessError` if it fails."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def run_part(
    steps: list[str], file: Path, *, root: Path = ROOT, limit_seconds: float = LIMIT_MINUTES * 60
) -> tuple[int, Progress]:
    """Run the steps that have not passed at this commit; all of them if files are changed. Return 0
    (green), 1 (a step failed) or 2 (the time is over), with the progress. `file` keeps the
    progress. A step that is running when the time is over is stopped."""
    commit, end = current_commit(root), time.monotonic() + limit_seconds
    progress = read_progress(file)
    if progress.commit != commit or commit.endswith("+changes"):
        progress = replace(progress, commit=commit, passed=[])
    for number, step in enumerate(steps, 1):
        if step in progress.passed:
            print(f"[{number}/{len(steps)}] passed before: {step}", flush=True)
            continue
        print(f"[{number}/{len(steps)}] {step}", flush=True)
        began = time.monotonic()
        try:
            ended = subprocess.run(
                shlex.split(step.replace("{python}", sys.executable)), cwd=root, timeout=max(0.0, end - began)
            )
        except subprocess.TimeoutExpired:
            return 2, progress
        print(f"[{number}/{len(steps)}] {time.monotonic() - began:.0f} s", flush=True)
        if ended.returncode:
            return 1, progress
        progress = replace(progress, passed=[*progress.passed, step])
        write_progress(file, progress)
    if not commit.endswith("+changes"):
        progress = replace(progress, passed=[], green=commit)
        write_progress(file, progress)
    return 0, progress


def main() -> int:
    """Run the part named on the command line and print its result. Return the number that
    `run_part` returned."""
    parts = tomllib.loads((ROOT / "tools/nightly.toml").read_text("utf-8"))
    parser = argparse.ArgumentParser(description="Run one part of the nightly tests.")
    parser.add_argument("part", choices=[*parts])
    part = parser.parse_args().part
    result, progress = run_part(parts[part]["steps"], ROOT / "var" / "nightly" / f"{part}.json")
    print(f"{part}: {('green', 'failed', 'not finished after 45 minutes; run it again to go on')[result]}")
    print(f"{part}: last green end at {progress.green or 'no commit yet'}")
    return result


if __name__ == "__main__":
    sys.exit(main())
