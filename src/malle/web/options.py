"""The labels of a game's options and of their choices, with the numbers of the edition that is played."""

from __future__ import annotations

from malle.core import Option, Sheet
from malle.games.boxes import Box
from malle.web.page import game_has, game_say, say


def option_said(language: str, sheet: Sheet, option: Option, box: Box | None = None) -> str:
    """Return the label of an option as HTML text. `custom_edition` is `None` for the usual edition."""
    return game_say(sheet, language, f"option-{option.name}", **_numbers(sheet, box))


def choice_said(language: str, sheet: Sheet, option: Option, choice: object, box: Box | None = None) -> str:
    """Return the label of a choice: the game's own message if it has one, else yes or no for a boolean, else
    the value itself."""
    word, key = written(choice), f"option-{option.name}-{choice}"
    said = {"true": "page-yes", "false": "page-no"}
    if game_has(sheet, key):
        return game_say(sheet, language, key, **_numbers(sheet, box))
    return say(language, said[word]) if word in said else word


def written(choice: object) -> str:
    """Return a choice as forms and query strings write it. A boolean becomes `true` or `false`."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _numbers(sheet: Sheet, box: Box | None) -> dict[str, int | str]:
    """Return the whole numbers of an edition by name, as arguments for messages such as `$goal`. Empty if the
    game has no marked numbers."""
    if sheet.paper is None:
        return {}
    edition = sheet.paper.read(None) if box is None else box.edition
    return {name: value for name, value in edition.values.items() if isinstance(value, int) and name.isidentifier()}
