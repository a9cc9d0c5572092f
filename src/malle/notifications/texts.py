"""The texts of notices: whose turn it is, at which game, and until when. Others may see them on a screen,
so they contain public facts of the table only."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Literal
from uuid import UUID

from msgspec import Struct

from malle.core import GameInfo, Message
from malle.i18n.translations import SHARED_FOLDER, Translator
from malle.table.quiet_hours import QuietHours

Kind = Literal["turn", "fifth", "hour", "digest"]
"""Kind of a notice: a turn has begun, a fifth of its decision time is left, its last hour has
begun, or a daily summary."""
MAX_TITLE_CHARACTERS, MAX_BODY_CHARACTERS = 40, 90
"""Characters that a phone shows of a title and of a body."""


class NoticeText(Struct, frozen=True):
    """Title and body of a notice. Both are empty if there is nothing to say."""

    title: str
    body: str


class AwaitedTurn(Struct, frozen=True, kw_only=True):
    """The facts about a turn, waiting for a person, that the text of its notice needs."""

    game_info: GameInfo
    others: Sequence[str]
    """The names of the other people at the table."""
    decision_seconds: int
    """Seconds for one decision."""
    until: datetime
    """End of the decision time of this turn."""
    has_time_bank: bool
    """Whether the player has a time bank left for the time after `until`."""


def notice_id(person: UUID, tab: int, seat: int, since: int, kind: Kind) -> UUID:
    """Return the id of a notice: always the same for the same person, table `tab`, seat, kind,
    and `since`, the seq at which the turn began to wait."""
    return _uuid_of(f"{person} {tab} {seat} {since} {kind}")


def summary_id(person: UUID, day: object) -> UUID:
    """Return the id of a person's daily summary for the date `day`: always the same for the same
    arguments."""
    return _uuid_of(f"{person} digest {day}")


def _uuid_of(text: str) -> UUID:
    """Return a UUID computed from a text, always the same for the same text."""
    return UUID(bytes=hashlib.sha256(f"malle notice\n{text}".encode()).digest()[:16])


def push_topic(notice: UUID) -> str:
    """Return the topic under which a notice is pushed, computed from its id. If a notice is
    pushed twice before the browser gets it, only the later message is delivered."""
    return base64.urlsafe_b64encode(notice.bytes).decode().rstrip("=")


def turn_text(kind: Kind, turn: AwaitedTurn, hours: QuietHours, language: str) -> NoticeText:
    """Return the text of a notice of this kind (`turn`, `fifth` or `hour`) about one turn, cut
    to what a phone shows. `hours` gives the person's time zone."""
    title = game_title(turn.game_info, language)
    until = format_moment(turn.until, hours, language)
    hours_left = round(turn.decision_seconds / 5 / 3600)
    if kind == "turn":
        head = translate_shared(language, "notice-turn", title=title)
        body = translate_shared(language, "notice-until", until=until)
        if turn.others:
            body = f"{translate_shared(language, 'notice-with', names=join_names(turn.others, language))} {body}"
    elif kind == "fifth":
        head = translate_shared(language, "notice-fifth", title=title, hours=hours_left)
        body = translate_shared(language, "notice-until-reserve" if turn.has_time_bank else "notice-until", until=until)
    else:
        head, body = (
            translate_shared(language, "notice-hour", title=title),
            translate_shared(language, "notice-hour-then"),
        )
    return NoticeText(shorten(head, MAX_TITLE_CHARACTERS), shorten(body, MAX_BODY_CHARACTERS))


def summary_text(tables: Sequence[tuple[GameInfo, datetime]], hours: QuietHours, language: str) -> NoticeText:
    """Return the text of a daily summary over `tables`: the game, and the end of the decision
    time, of each turn. Without any it is empty. `hours` gives the person's time zone."""
    if not tables:
        return NoticeText("", "")
    title = translate_shared(language, "notice-digest", n=len(tables))
    rows = [
        translate_shared(
            language,
            "notice-digest-row",
            title=game_title(sheet, language),
            until=format_moment(until, hours, language),
        )
        for sheet, until in tables
    ]
    return NoticeText(shorten(title, MAX_TITLE_CHARACTERS), "\n".join(rows))


def deadline_text(turn: AwaitedTurn, language: str) -> NoticeText:
    """Return the text of the calendar event at the end of a turn's decision time."""
    title = game_title(turn.game_info, language)
    return NoticeText(translate_shared(language, "notice-last"), translate_shared(language, "notice-turn", title=title))


def game_title(game_info: GameInfo, language: str) -> str:
    """Return the title of a game in this language."""
    return _game_translator(game_info, language).translate(Message("title"))


def format_moment(time: datetime, hours: QuietHours, language: str) -> str:
    """Return a moment in the person's local time, which `hours` gives: weekday, day of the month
    and time."""
    local_time = hours.local_time(time)
    day = translate_shared(language, f"weekday-{local_time.isoweekday()}")
    key = "notice-moment" if local_time.minute else "notice-moment-sharp"
    return translate_shared(
        language, key, weekday=day, day=local_time.day, hour=local_time.hour, minute=f"{local_time.minute:02}"
    )


def join_names(names: Sequence[str], language: str) -> str:
    """Return the names as a list in words, such as `Léa, Paul et Inès`. Without names it is
    empty."""
    if len(names) < 2:
        return "".join(names)
    return translate_shared(language, "list-last", first=", ".join(names[:-1]), last=names[-1])


def shorten(text: str, max_characters: int) -> str:
    """Return the text cut to at most `max_characters` characters, with an ellipsis at the end if
    it was cut."""
    return text if len(text) <= max_characters else text[: max_characters - 1].rstrip() + "…"


def translate_shared(language: str, key: str, **arguments: str | int) -> str:
    """Return the translated message `key` of those that all games share. `arguments` are what
    its text inserts."""
    return _shared_translator(language).translate(Message(key, arguments))


@lru_cache(4)
def _shared_translator(language: str) -> Translator:
    """Return the translator of the messages that all games share; it is kept for the next call."""
    return Translator(SHARED_FOLDER, language)


@lru_cache(64)
def _game_translator(game_info: GameInfo, language: str) -> Translator:
    """Return the translator of a game's messages; it is kept for the next call."""
    return Translator(game_info.folder, language)
