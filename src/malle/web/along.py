"""What becomes of the games of a device when somebody else comes in on it, said before they do."""

from __future__ import annotations

from uuid import UUID

from malle.live.house import House
from malle.live.joining import is_guest
from malle.live.mine import games_of
from malle.web.page import say


async def along(house: House, language: str, before: UUID | None, person: UUID) -> str:
    """A paragraph, or nothing: the games of a guest come along, those of somebody who is kept wait for them."""
    if before is None or before == person:
        return ""
    theirs = {game.table for game in await games_of(house, person)}
    games = sum(game.table not in theirs for game in await games_of(house, before))
    if not games:
        return ""
    return f"<p>{say(language, 'enter-joined' if await is_guest(house, before) else 'enter-stay', n=games)}</p>"
