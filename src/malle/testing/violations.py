"""Violations: what a check reports, with the law that is broken and where."""

from __future__ import annotations

from msgspec import Struct


class Violation(Struct, frozen=True):
    """One broken law, found by a check. A check returns a list of violations; an empty list is a
    pass."""

    law: str
    """The name of the law, such as "E1 folds"."""
    detail: str
    """Where the law is broken, and how."""

    def __str__(self) -> str:
        return f"{self.law}: {self.detail}"


class Violations:
    """Collects the violations of one check. It keeps only the first few of each law, because one
    broken rule shows in thousands of places."""

    def __init__(self, max_per_law: int = 5) -> None:
        self.reported: list[Violation] = []
        self.count_by_law: dict[str, int] = {}
        self._max_per_law = max_per_law

    def add(self, law: str, detail: str) -> None:
        """Record a violation. From each law only the first `max_per_law` are kept in `reported`;
        further ones are only counted."""
        self.count_by_law[law] = self.count_by_law.get(law, 0) + 1
        if self.count_by_law[law] <= self._max_per_law:
            self.reported.append(Violation(law, detail))

    def add_unless(self, condition: bool, law: str, detail: str) -> None:
        """Record a violation, as `add` does, unless `condition` holds."""
        if not condition:
            self.add(law, detail)
