"""The notice shown before another person signs in on a device: what happens to the games played on it."""

from __future__ import annotations

from uuid import UUID

from malle.runtime.history.my_games import games_of_person
from malle.runtime.seats.merge_people import is_guest
from malle.runtime.table_service import TableService
from malle.web.layout import translate


async def render_merge_notice(service: TableService, language: str, current_person: UUID | None, person: UUID) -> str:
    """Return an HTML paragraph about the games of this browser, to be shown before `person` signs
    in on it.

    `current_person` is the browser's person so far. The games of a guest (known to no other device)
    move to `person`; other games stay with their owner. Return "" if there is no other person so
    far, or if `person` has a seat in all the games.
    """
    if current_person is None or current_person == person:
        return ""
    person_tables = {game.table for game in await games_of_person(service, person)}
    game_count = sum(game.table not in person_tables for game in await games_of_person(service, current_person))
    if not game_count:
        return ""
    return f"<p>{translate(language, 'enter-joined' if await is_guest(service, current_person) else 'enter-stay', n=game_count)}</p>"
