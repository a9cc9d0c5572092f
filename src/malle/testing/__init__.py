"""Public: prove a game by naming it.

    from malle.testing import check_all
    from my_package import SHEET

    assert not check_all(SHEET)

`docs/testing.md` tells what is checked, law by law, and how to read what is found.
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
    """Folder, papers, lesson, golden records, contract suite, drawing, the whole leak test. An empty list is a pass. As
    long as a file of the folder is missing, that is all it says: what comes after reads them."""
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
