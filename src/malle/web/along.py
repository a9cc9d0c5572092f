"""The notice shown before another person signs in on a device: what happens to the games played on it."""

from __future__ import annotations

from uuid import UUID

from malle.live.house import House
from malle.live.joining import is_guest
from malle.live.mine import games_of
from malle.web.page import say


async def along(house: House, language: str, before: UUID | None, person: UUID) -> str:
    """Return an HTML paragraph about the games of this browser before `person` signs in on it.

    `current_person` is the browser's person so far. A guest's games move to `person`; other games stay with their
    owner. Return an empty string if there is no other person so far, or no game that `person` is not in.
    """
    if before is None or before == person:
        return ""
    theirs = {game.table for game in await games_of(house, person)}
    games = sum(game.table not in theirs for game in await games_of(house, before))
    if not games:
        return ""
    return f"<p>{say(language, 'enter-joined' if await is_guest(house, before) else 'enter-stay', n=games)}</p>"
