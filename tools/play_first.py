"""The first screen of the page that plays: twenty scenes of each game, and what stands round them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from itertools import count
from typing import Any

from msgspec import Struct

from malle.core import Sheet
from malle.core.mind import LEVELS
from malle.live.session import TableSession
from malle.web.minutes import minutes_for
from malle.web.page import Shell, game_say, say
from malle.words import LANGUAGES

NAMES = ("", "Inès", "Basile")
"""Of those who sit at the first table; the page names its visitor."""
SCENES = 20


def seats_of(sheet: Sheet) -> int:
    return min(sheet.usual_seats, len(NAMES))


def opening_of(sheet: Sheet, number: int) -> dict[str, Any]:
    """The opening of a first game; a short one, where the game has the choice."""
    short = any(option.name == "short" for option in sheet.options)
    options = {"short": True} if short else {}
    seats = seats_of(sheet)
    opening = {"game": sheet.name, "seats": seats, "names": NAMES[:seats], "options": options, "version": sheet.version}
    return opening | {"seed": f"{number:064x}", "table": f"first-{number}"}


def first_scenes(sheet: Sheet) -> bytes:
    """Twenty openings, each with the state that seat 1 is sent."""
    scenes: list[dict[str, Any]] = []
    setting: Any = None
    for number in count(1):
        sent: list[str] = []
        opening = opening_of(sheet, number)
        session = TableSession([json.dumps(opening)], lambda *_: None, sent.append)
        session.hear(0, '{"type":"hello"}')
        state = json.loads(sent[-1])
        if state["table"]["awaited"] != [0]:
            continue
        found = state.pop("setting")
        setting = setting or found
        assert found == setting
        scenes.append({"opening": opening, "state": {key: state[key] for key in state if key not in ("view", "legal")}})
        if len(scenes) == SCENES:
            return json.dumps({"setting": setting, "scenes": scenes}, separators=(",", ":")).encode()
    raise AssertionError


def minutes(sheet: Sheet) -> int:
    """How long a first game takes one person among robots: from the decisions in a match among robots."""
    counted = sorted(_decisions(sheet, number) for number in range(1, SCENES + 1))
    return minutes_for(counted[SCENES // 2], seats_of(sheet), robots=True)


def _decisions(sheet: Sheet, number: int) -> int:
    now, opening = 0.0, opening_of(sheet, number) | {"people": []}
    moves: list[int] = []
    log = lambda at, *_: moves.append(at)  # noqa: E731
    session = TableSession([json.dumps(opening)], log, lambda _: None, thinking=0, clock=lambda: now)
    before = -1
    while len(moves) > before:
        before = len(moves)
        now += session.turn() or 0.0
        session.turn()
        session.shown()
    return before


class Lid(Struct, frozen=True):
    """What stands round the first table of a game."""

    shell: Shell
    sheet: Sheet
    language: str
    megabytes: float
    """Of what is fetched for a first game."""
    minutes: Mapping[str, int]
    site: str

    def say(self, key: str, **values: int | str) -> str:
        return escape(say(self.language, f"page-{key}", **values))

    def top(self) -> str:
        """The name, the language, the sentence, and a tab for each game."""
        other = next(each for each in LANGUAGES if each != self.language)
        there = f'<a href="{self.sheet.name}.{other}.html" lang="{other}" hreflang="{other}" aria-label="{other.upper()}, {self.say("language")}">{other.upper()}</a>'
        langs = f'<span class="langs">{"".join(f"<b>{each.upper()}</b>" if each == self.language else there for each in LANGUAGES)}</span>'
        lead = self.say("lid-lead", n=len(self.shell.sheets))
        tabs = "".join(map(self.tab, self.shell.sheets))
        return f"""<header class="lid"><div><b class="lg">{self.shell.icon("logo", "0 0 96 92")}Malle</b>{langs}</div><h1>{lead}</h1></header>
<nav class="games" aria-label="{self.say("lid-games")}">{tabs}</nav>"""

    def tab(self, sheet: Sheet) -> str:
        least, most = 1 if sheet.solitaire else sheet.seats[0], sheet.seats[-1]
        key = "one" if least == most else "or" if most == least + 1 else ""
        players = self.say(f"players-{key}".rstrip("-"), least=least, most=most)
        here = ' aria-current="page"' if sheet is self.sheet else ""
        title, short = (game_say(sheet, self.language, each) for each in ("title", "title-short"))
        return f'<a href="{sheet.name}.{self.language}.html" data-game="{sheet.name}" title="{title}"{here}><b>{short}</b><span><small>{players}</small><small>{self.say("minutes", minutes=self.minutes[sheet.name])}</small></span></a>'

    def base(self) -> str:
        """The opponents, the one loud button, and the quiet ways."""
        _, *robots = names = NAMES[: seats_of(self.sheet)]
        both = self.say("lid-both", first=names[-1], last=names[1]) if len(robots) > 1 else robots[0]
        many = "two" if len(robots) > 1 else "one"
        levels = "".join(
            f'<option value="{each}"{" selected" * (each == "regular")}>{self.say(f"lid-{many}-{each}")}</option>'
            for each in LEVELS
        )
        size = f"{self.megabytes:.1f}".replace(".", "," if self.language == "fr" else ".")
        ways = (
            f'<a href="{escape(self.site)}">{self.shell.icon("i-link", "0 0 24 24")}{self.say("friends")}</a>'
            if self.site
            else ""
        )
        return f"""<section class="start" aria-label="{self.say("play")}"><noscript><p>{self.say("lid-script")}</p></noscript>
<div class="opponents"><p><b>{both}</b><span>{self.say(f"lid-{many}")}</span></p><label><span class="aloud">{self.say("level")}</span><select>{levels}</select></label></div>
<button type="button" class="btn two brass" id="play"><b>{self.say("play")}</b><small>{escape(say(self.language, "here-size", n=size))}</small></button><button type="button" class="btn line" id="anew" hidden>{self.say("lid-anew")}</button>
<div class="ways">{ways}{self.several()}</div><p class="aloud" role="status">{self.say("lid-drawn")}</p></section>"""

    def several(self) -> str:
        """Who hands this device round; robots have the seats that are left."""
        seats = self.sheet.seats
        names = "".join(
            f'<input maxlength="20" autocomplete="off" aria-label="{self.say("lid-name", n=number)}" placeholder="{self.say("lid-name", n=number)}"{" required" * (number < 3)}>'
            for number in range(1, seats[-1] + 1)
        )
        return f"""<details class="several"><summary>{self.shell.icon("i-phone", "0 0 24 24")}{self.say("lid-several")}</summary>
<form data-least="{seats[0]}">{names}<button class="btn brass">{self.say("play")}</button></form></details>"""
