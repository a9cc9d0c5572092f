"""Known setting names: unknown `MALLE_*` variables are rejected at start-up, with the nearest name suggested."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from malle.i18n.operator_messages import OperatorError

READ_ELSEWHERE = frozenset(
    {
        "MALLE_OWNER_DATABASES",
        "MALLE_OWNER_PEOPLE",
        "MALLE_FOLDER",
        "MALLE_ROBOTS_KEY",
        "MALLE_KILL_AT",
        "MALLE_WITHOUT_CLIENT",
    }
)
"""Settings that parts other than the server's configuration read."""


class TrackedEnviron(Mapping[str, str]):
    """Environment variables that record which names were read, in `names_read`. So the list of
    known settings is never out of date."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.names_read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names_read.add(name)
        return self._environment[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._environment)

    def __len__(self) -> int:
        return len(self._environment)


def require_known_settings(environment: Iterable[str], known: Iterable[str]) -> None:
    """Raise `OperatorError` if a `MALLE_*` variable in `environment` is neither in `known` nor in `READ_ELSEWHERE`.
    The error suggests the nearest known name, if there is one."""
    known = {*known, *READ_ELSEWHERE}
    for name in sorted(environment):
        if name.startswith("MALLE_") and name not in known:
            suggestions = difflib.get_close_matches(name[6:], sorted(each[6:] for each in known), 1)
            if suggestions:
                raise OperatorError("setting-meant", {"name": name, "meant": f"MALLE_{suggestions[0]}"})
            raise OperatorError("setting-unknown", {"name": name})
