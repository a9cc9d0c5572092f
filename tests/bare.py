"""Code in a process where only some packages can be imported, as in an environment that has no others."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import distribution, packages_distributions

_BARE = """
import sys
from importlib.abc import MetaPathFinder

class Bare(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] not in {allowed!r} | sys.stdlib_module_names:
            raise ModuleNotFoundError(f"no {{name}}", name=name)

sys.meta_path.insert(0, Bare())
"""


def run_bare(code: str, *words: str, allowed: Iterable[str] = ()) -> subprocess.CompletedProcess[str]:
    """Runs it where there are Malle, the example, msgspec and these."""
    whole = _BARE.format(allowed={"malle", "malle_liar", "msgspec", *allowed}) + code
    return subprocess.run([sys.executable, "-c", whole, *words], capture_output=True, text=True, check=False)


def plain_distributions() -> frozenset[str]:
    """What `pip install malle` fetches, without extras."""
    here = {_plain(name) for names in _distributions().values() for name in names}
    found: set[str] = set()
    left = ["malle"]
    while left:
        found.add(name := left.pop())
        wanted = [each for each in distribution(name).requires or () if "extra ==" not in each]
        required = {_plain(re.split(r"[^\w.-]", each)[0]) for each in wanted}
        left += required & here - found  # what is not here is for another Python
    return frozenset(found - {"malle"})


def plain_modules() -> frozenset[str]:
    """What can be imported of them."""
    plain, every = plain_distributions(), _distributions().items()
    return frozenset(module for module, names in every if any(_plain(name) in plain for name in names))


@cache
def _distributions() -> Mapping[str, list[str]]:
    """By module: who brings it. It takes a second."""
    return packages_distributions()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
