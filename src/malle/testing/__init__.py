"""Public checks for games. One call runs them all:

    from malle.testing import check_all
    from my_package import SHEET

    assert not check_all(SHEET)

`docs/testing.md` explains every law and how to read a violation.
"""

from malle.core import Sheet
from malle.testing.coupled import check_coupled as check_coupled
from malle.testing.drawn import check_drawn as check_drawn
from malle.testing.exact import check_exact as check_exact
from malle.testing.faults import Fault as Fault
from malle.testing.folder import check_folder as check_folder
from malle.testing.golden import check_golden as check_golden
from malle.testing.grammar import check_grammar as check_grammar
from malle.testing.honest import check_honest as check_honest
from malle.testing.ignorance import check_ignorance as check_ignorance
from malle.testing.lessons import check_lesson as check_lesson
from malle.testing.papers import check_papers as check_papers
from malle.testing.pure import check_pure as check_pure
from malle.testing.sampled import check_sampled as check_sampled
from malle.testing.suite import check_contract as check_contract


def check_all(sheet: Sheet, *, pairs: int = 2_000) -> list[Fault]:
    """Run every check on a game and return the violations; an empty list is a pass. `pairs` is the number of
    world pairs for the sampled laws. If files of the game's folder are missing, return only the violations of
    the folder check, because the later checks read those files."""
    faults = check_folder(sheet)
    if any(fault.law == "folder" for fault in faults):
        return faults
    faults += [*check_papers(sheet), *check_lesson(sheet), *check_golden(sheet)]
    faults += [*check_contract(sheet), *check_drawn(sheet), *check_coupled(sheet)]
    faults += [*check_pure(sheet), *check_ignorance(sheet), *check_exact(sheet.tiny())]
    share = -(-pairs // len(sheet.seats))
    for seats in sheet.seats:
        faults += check_sampled(sheet.make(seats, sheet.settle_options(seats, {}), None), pairs=share)
    return faults
