"""What the servers of a run say of themselves: their log, their loops, their memory."""

from __future__ import annotations

import json
import re
import urllib.error
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.server.player import call, metrics

STANDING = 30.0
"""Seconds without a turn that ended well, when nothing is broken any more."""
SPARE = 60 << 20
A_MOVE = 8 << 10
"""Bytes that a server may take in a run, and for each move besides: of tables that are played, and come back later."""


def judge_log(log: Path) -> list[str]:
    """Any error is a fault: those that are foreseen are told as something else."""
    found: list[str] = []
    for line in log.read_text("utf-8", "replace").splitlines() if log.exists() else ():
        try:
            told = json.loads(line)
        except ValueError:
            told = None
        if not isinstance(told, dict):  # a part of a line, where two processes write at once, may be a number
            found.append(f"log: {line[:200]}")
            continue
        if told.get("level") in ("error", "critical") and "advice" not in told:  # what a host is told to mend
            found.append(f"log: {told}")
    return found


def judge_loops(port: int) -> list[str]:
    """Is every loop of a server alive, and does it say that it is ready?"""
    try:
        shown = metrics(port)
    except (OSError, urllib.error.URLError) as error:
        return [f"loops: the server on {port} does not tell: {error}"]
    loops = {name: float(since) for name, since in re.findall(r'malle_loop_seconds\{loop="([^"]+)"\} (\S+)', shown)}
    found = [
        f"loops: {name} ended its last turn {since:.0f} s ago" for name, since in loops.items() if since > STANDING
    ]
    if not loops:
        found.append(f"loops: the server on {port} has none")
    status, why = call(port, "/ready")
    if status != 200:
        found.append(f"loops: the server on {port} is not ready: {why}")
    return found


def grown_share(samples: Sequence[tuple[float, int]]) -> float:
    """By which share a server grew in the last two thirds of its life: medians of a twentieth of it at both ends."""
    if len(samples) < 60:
        return 0.0
    first, last = samples[0][0], samples[-1][0]
    around = (last - first) / 20

    def at(moment: float) -> float:
        return median(size for when, size in samples if moment - around <= when <= moment)

    return at(last) / at(first + (last - first) / 3) - 1


def judge_memory(samples: Sequence[tuple[float, int]], moves: int) -> list[str]:
    """How much more a server has at its end than a few seconds after its begin."""
    if not samples or samples[-1][0] - samples[0][0] < 8:
        return []
    begin = next(size for at, size in samples if at - samples[0][0] >= 4)
    grown = samples[-1][1] - begin
    if grown > SPARE + A_MOVE * moves:
        return [f"memory: a server grew by {grown >> 20} MB in {moves} moves"]
    return []
