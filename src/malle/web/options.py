"""What an option and its choices are called, with the numbers of the edition that is played."""

from __future__ import annotations

from malle.core import Option, Sheet
from malle.games.boxes import Box
from malle.web.page import game_has, game_say, say


def option_said(language: str, sheet: Sheet, option: Option, box: Box | None = None) -> str:
    """What an option is called; `box` is the edition, where it is not the usual one."""
    return game_say(sheet, language, f"option-{option.name}", **_numbers(sheet, box))


def choice_said(language: str, sheet: Sheet, option: Option, choice: object, box: Box | None = None) -> str:
    """A choice of an option in words: the game's own, else yes or no, else the number that it is."""
    word, key = written(choice), f"option-{option.name}-{choice}"
    said = {"true": "page-yes", "false": "page-no"}
    if game_has(sheet, key):
        return game_say(sheet, language, key, **_numbers(sheet, box))
    return say(language, said[word]) if word in said else word


def written(choice: object) -> str:
    """A choice as forms and addresses write it."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _numbers(sheet: Sheet, box: Box | None) -> dict[str, int | str]:
    """Those that the messages may name, as the edition names them: `$goal`."""
    if sheet.paper is None:
        return {}
    edition = sheet.paper.read(None) if box is None else box.edition
    return {name: value for name, value in edition.values.items() if isinstance(value, int) and name.isidentifier()}
