"""What a check finds: the law that is broken, and where."""

from __future__ import annotations

from msgspec import Struct


class Fault(Struct, frozen=True):
    """A broken law. A suite returns a list of these; an empty list is a pass."""

    law: str
    detail: str

    def __str__(self) -> str:
        return f"{self.law}: {self.detail}"


class Faults:
    """Collects faults, a few of each law: one broken rule shows in thousands of places."""

    def __init__(self, most: int = 5) -> None:
        self.found: list[Fault] = []
        self.counts: dict[str, int] = {}
        self._most = most

    def add(self, law: str, detail: str) -> None:
        """Notes a fault; beyond the first few of a law it is only counted."""
        self.counts[law] = self.counts.get(law, 0) + 1
        if self.counts[law] <= self._most:
            self.found.append(Fault(law, detail))

    def need(self, condition: bool, law: str, detail: str) -> None:
        """Notes a fault unless the condition holds."""
        if not condition:
            self.add(law, detail)
