"""The list of words a game must have, proved by leaving out one of each kind."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from malle.core import GameInfo
from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import LANGUAGES
from malle.testing import check_game_folder

KINDS = {
    "title": r"title",
    "original title": r"original-title",
    "blurb": r"blurb",
    "option": r"option-[a-z]+",
    "choice of an option": r"option-[a-z]+-[a-z]+",
    "side": r"role-(?:smuggler|customs)",
    "phase": r"phase-[a-z]+",
    "phase of a finished game": r"phase-over",
    "action": r"action-[a-z-]+",
    "event": r"event-[a-z-]+",
    "end": r"over-[a-z-]+",
    "figure": r"figure-[a-z-]+",
}


def without(pattern: str, folder: Path) -> tuple[GameInfo, str]:
    """A copy of the first game that has a message of this kind, and that message, which the copy lacks."""
    for name in OWN_GAMES:
        whole = load_game_info(name)
        found = re.search(rf"^({pattern}) =", (whole.folder / "words" / "en.ftl").read_text("utf-8"), re.MULTILINE)
        if found:
            break
    else:
        raise AssertionError(f"no game has a message {pattern}")
    shutil.copytree(whole.folder, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for language in LANGUAGES:
        file = folder / name / "words" / f"{language}.ftl"
        message = rf"^{found[1]} =.*\n(?:[ }}].*\n)*"
        file.write_text(re.sub(message, "", file.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    return msgspec.structs.replace(whole, folder=folder / name), found[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_of_each_kind_is_asked_for(kind: str, tmp_path: Path) -> None:
    spoilt, key = without(KINDS[kind], tmp_path)
    said = [str(fault) for fault in check_game_folder(spoilt)]
    assert len(said) == len(LANGUAGES), said
    assert all(f"has no {key} (" in one for one in said), said


def test_a_word_said_outright_is_asked_for_though_no_game_came_to_it(tmp_path: Path) -> None:
    spoilt, _ = without("title", tmp_path)
    (spoilt.folder / "rare.py").write_text('Message("rare" if comet else "rarer")\nMessage(f"no-{comet}")', "utf-8")
    said = {fault.detail for fault in check_game_folder(spoilt) if "said in rare.py" in fault.detail}
    assert {re.search(r"has no (\S+)", one)[1] for one in said if "/fr" in one} == {"rare", "rarer"}  # type: ignore[index]
