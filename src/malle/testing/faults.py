"""Violations: what a check reports, with the law that is broken and where."""

from __future__ import annotations

from msgspec import Struct


class Fault(Struct, frozen=True):
    """A broken law. A check returns a list of violations; an empty list is a pass."""

    law: str
    detail: str

    def __str__(self) -> str:
        return f"{self.law}: {self.detail}"


class Faults:
    """Collects violations, only the first few of each law, because one broken rule shows in thousands of
    places."""

    def __init__(self, most: int = 5) -> None:
        self.found: list[Fault] = []
        self.counts: dict[str, int] = {}
        self._most = most

    def add(self, law: str, detail: str) -> None:
        """Record a violation. Beyond `max_per_law` of one law it is only counted."""
        self.counts[law] = self.counts.get(law, 0) + 1
        if self.counts[law] <= self._most:
            self.found.append(Fault(law, detail))

    def need(self, condition: bool, law: str, detail: str) -> None:
        """Record a violation unless `condition` holds."""
        if not condition:
            self.add(law, detail)
