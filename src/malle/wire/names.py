"""The names of settings: one that nobody reads is a slip of the host's, and is told at the start."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from malle.voice import Unready

ELSEWHERE = frozenset(
    {
        "MALLE_OWNER_DATABASES",
        "MALLE_OWNER_PEOPLE",
        "MALLE_FOLDER",
        "MALLE_ROBOTS_KEY",
        "MALLE_KILL_AT",
        "MALLE_WITHOUT_CLIENT",
    }
)
"""Settings that are read by other parts than the server."""


class Noting(Mapping[str, str]):
    """An environment that keeps in mind which names were asked for: so the list of settings is never out of date."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return self._environment[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._environment)

    def __len__(self) -> int:
        return len(self._environment)


def need_known(environment: Iterable[str], known: Iterable[str]) -> None:
    """`Refused` names a setting that there is not, and the one that was meant."""
    known = {*known, *ELSEWHERE}
    for name in sorted(environment):
        if name.startswith("MALLE_") and name not in known:
            near = difflib.get_close_matches(name[6:], sorted(each[6:] for each in known), 1)
            if near:
                raise Unready("setting-meant", {"name": name, "meant": f"MALLE_{near[0]}"})
            raise Unready("setting-unknown", {"name": name})
