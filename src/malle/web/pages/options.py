"""The labels of a game's options and of their choices, with the numbers of the edition that is played."""

from __future__ import annotations

from malle.core import GameInfo, Option
from malle.games.custom_editions import CustomEdition
from malle.web.layout import has_game_message, translate, translate_for_game


def translate_option(
    language: str, game_info: GameInfo, option: Option, custom_edition: CustomEdition | None = None
) -> str:
    """Return the label of an option as HTML, with numbers of `custom_edition` (`None`: the usual
    edition)."""
    return translate_for_game(
        game_info, language, f"option-{option.name}", **_get_edition_numbers(game_info, custom_edition)
    )


def translate_choice(
    language: str, game_info: GameInfo, option: Option, choice: object, custom_edition: CustomEdition | None = None
) -> str:
    """Return the label of a choice as HTML, with numbers of `custom_edition` (`None`: the usual
    edition).

    It is the game's own message if there is one, else yes or no for a boolean, else the value
    itself.
    """
    value, key = to_form_value(choice), f"option-{option.name}-{choice}"
    yes_or_no_keys = {"true": "page-yes", "false": "page-no"}
    if has_game_message(game_info, key):
        return translate_for_game(game_info, language, key, **_get_edition_numbers(game_info, custom_edition))
    return translate(language, yes_or_no_keys[value]) if value in yes_or_no_keys else value


def to_form_value(choice: object) -> str:
    """Return a choice as forms and query strings write it. A boolean becomes `true` or `false`."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _get_edition_numbers(game_info: GameInfo, custom_edition: CustomEdition | None) -> dict[str, int | str]:
    """Return the whole numbers of an edition by name, as arguments for messages such as `$goal`.
    Return {} if the game has no marked numbers."""
    if game_info.edition_info is None:
        return {}
    edition = game_info.edition_info.read_edition(None) if custom_edition is None else custom_edition.edition
    return {name: value for name, value in edition.values.items() if isinstance(value, int) and name.isidentifier()}
