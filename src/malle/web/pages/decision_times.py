"""The decision times that a correspondence table can be opened with, and the texts about them.

At a correspondence table, a player has hours or days for a decision, and a time bank for the whole
game.
"""

from __future__ import annotations

from malle.runtime.table_service import TableService
from malle.storage.people.notices import NotificationPreferences
from malle.table import Setup
from malle.table.quiet_hours import QuietHours, is_zone
from malle.web.layout import translate

HOURS_PER_DAY = 24
DECISION_TIMES: dict[str, tuple[int, int]] = {"half": (12, 24), "day": (24, 72), "three": (72, 144)}
"""Hours for one decision and hours of time bank, by the name of the decision time."""
DECISIONS_PER_DAY = 2
"""Decisions that a player makes in a day at a correspondence table, on average."""
LONG_GAME_WEEKS = 13
"""Weeks from which the text adds that a game takes months."""


def get_decision_and_bank_seconds(name: str) -> tuple[int, int] | None:
    """Return (seconds for one decision, seconds of time bank) of the decision time `name`, one of
    `DECISION_TIMES`.

    Return `None` for any other name: the table is played live.
    """
    decision_hours, bank_hours = DECISION_TIMES.get(name, (0, 0))
    return (decision_hours * 3600, bank_hours * 3600) if decision_hours else None


def get_decision_time_name(decision_seconds: int | None, bank_seconds: int) -> str:
    """Return the name of the decision time with these seconds, or an empty string if it is none of `DECISION_TIMES`."""
    return next(
        (name for name in DECISION_TIMES if get_decision_and_bank_seconds(name) == (decision_seconds, bank_seconds)), ""
    )


def describe_game_length(language: str, decisions: int) -> str:
    """Return a sentence about how long a correspondence game takes in which each player makes
    `decisions` decisions. For `LONG_GAME_WEEKS` or more, a second sentence speaks of months."""
    weeks = max(1, round(decisions / DECISIONS_PER_DAY / 7))
    sentence = translate(language, "pace-long-weeks", decisions=decisions, a_day=DECISIONS_PER_DAY, weeks=weeks)
    return sentence if weeks < LONG_GAME_WEEKS else f"{sentence} {translate(language, 'pace-long-months')}"


def translate_hour(language: str, hour: int) -> str:
    """Return an hour of the day (0 to 23) as the language writes it."""
    return translate(language, "hour-of-day", hour=hour)


def render_decision_time(language: str, setup: Setup) -> str:
    """Return a paragraph of HTML about the decision time of a correspondence table, or "" for a
    live table."""
    name = get_decision_time_name(setup.pace, setup.bank)
    if not setup.bank:
        return ""
    sentence = translate(language, "pace-slow")
    if name:
        sentence = translate(
            language, "pace-line", pace=translate(language, f"pace-{name}"), days=setup.bank // 3600 // HOURS_PER_DAY
        )
    return f'<p class="facts slowly">{sentence}</p>'


async def store_time_zone(service: TableService, device: str, zone: str, language: str) -> None:
    """Store the usual quiet hours in this time zone for the person of a device, unless they have
    chosen quiet hours already.

    Do nothing if `zone` is no known time zone. Called when a person sits down at a correspondence
    table.
    """
    if is_zone(zone):
        await service.store.notices.set_preferences_if_unset(
            await service.device_owners.person_of_token(device),
            NotificationPreferences(QuietHours(zone=zone), language),
        )
