"""The first screen of the page that plays (Malle in the browser, without a server): twenty opening
scenes of each game, and everything around them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct

from malle import rendering
from malle.core import GameInfo
from malle.core.robots.robot import LEVELS
from malle.i18n.translations import LANGUAGES
from malle.runtime.table_session import TableSession
from malle.web.layout import Layout, has_game_message, translate, translate_for_game
from malle.web.pages.game_length import estimate_minutes_of_decisions

NAMES = ("", "Inès", "Basile")
"""The names at the first table, by seat. The first is empty: the page itself names its visitor
there."""
LABEL = '<path d="M22 50l14-18h28l14 18v62a5 5 0 0 1-5 5H27a5 5 0 0 1-5-5z" fill="#1F3A5F"/><path d="M27 54l11-15h24l11 15v57H27z" fill="none" stroke="#2B4A74" stroke-width="2.5"/><circle cx="50" cy="51" r="5" fill="#F6F2E8" stroke="#E0A93B" stroke-width="3"/>'
"""The drawing of a luggage label, behind each portrait."""
PORTRAITS = {
    "Inès": '<text x="44" y="104">I</text><path d="M27 36c0-20 8-31 23-31s23 11 23 31z" fill="#6E2F7C"/><path d="M18 38c10-8 54-8 64 0l-5 6H23z" fill="#5A2A4E"/><path d="M27 30c14-4 32-4 46 0v6c-14-4-32-4-46 0z" fill="#E8927C"/><circle cx="72" cy="66" r="13" fill="#A9CBE3" stroke="#E0A93B" stroke-width="6"/><path d="M80 76l12 15" stroke="#7A4A2B" stroke-width="8" stroke-linecap="round"/>',
    "Basile": '<text x="50" y="104">B</text><path d="M16 33c-2-16 14-27 34-27 19 0 34 8 34 19 0 8-10 10-22 10H28c-7 0-11 1-12-2z" fill="#C23B1E"/><path d="M30 35h40v6H30z" fill="#8E2A14"/><path d="M52 7c-1-3 0-5 3-6" fill="none" stroke="#8E2A14" stroke-width="5" stroke-linecap="round"/><path d="M50 66c-5-6-14-5-20 3 8 1 15 1 20-3 5 4 12 4 20 3-6-8-15-9-20-3z" fill="#F3DDAE"/>',
}
"""By name: the drawing of a robot on its luggage label."""
PROMISES = {"secrets": "shown", "chance": "fair", "robots": "robots", "folder": "author"}
"""Each promise to players, with the name of the document that explains it."""
HOSTING = {"fr": "heberger", "en": "host"}
"""By language: the document for operators."""
SCENES = 20
"""The number of opening scenes of each game."""
LOOK = Path(rendering.__file__).parent


def seats_of(sheet: GameInfo) -> int:
    """Return the number of players at a game's first table: its default number, but no more than
    there are `NAMES`."""
    return min(sheet.default_seats, len(NAMES))


def opening_of(sheet: GameInfo, number: int) -> dict[str, Any]:
    """Return the opening (settings and seed) of a first game, with the option of a short game if
    there is one. `number` determines the seed and the table's name."""
    short = any(option.name == "short" for option in sheet.options)
    options = {"short": True} if short else {}
    seats = seats_of(sheet)
    opening = {"game": sheet.name, "seats": seats, "names": NAMES[:seats], "options": options, "version": sheet.version}
    return opening | {"seed": f"{number:064x}", "table": f"first-{number}"}


def first_scenes(sheet: GameInfo) -> bytes:
    """Return twenty openings as JSON, each with the state that seat 1 receives. Only openings in
    which seat 1 alone acts first are taken."""
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


def minutes(sheet: GameInfo) -> int:
    """Return how many minutes a first game takes one person among robots. It is estimated from the
    median number of decisions in twenty games of robots."""
    counted = sorted(_decisions(sheet, number) for number in range(1, SCENES + 1))
    return estimate_minutes_of_decisions(counted[SCENES // 2], seats_of(sheet), robots=True)


def _decisions(sheet: GameInfo, number: int) -> int:
    """Return the number of moves in a whole game of robots; `number` determines the opening."""
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


def drawn(folder: Path, symbol: str) -> str:
    """Return a symbol as SVG for use inside the page, so that nothing has to be fetched. It is the
    symbol in the game's folder, or the shared one of that name."""
    own = folder / "symbols" / f"{symbol}.svg"
    path = own if own.is_file() else LOOK / "symbols" / f"{symbol}.svg"
    return (
        path.read_text("utf-8")
        .replace("<svg", '<svg aria-hidden="true"', 1)
        .replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    )


class Lid(Struct, frozen=True):
    """Makes the parts around the first table of one game in one language, as HTML.
    `tools.play_page` puts them into the page."""

    shell: Layout
    sheet: GameInfo
    language: str
    megabytes: float
    """The megabytes fetched for a first game."""
    minutes: Mapping[str, int]
    """By game: how many minutes a first game takes."""
    site: str
    """The address of a site where friends play together; empty if there is none."""

    def say(self, key: str, **values: int | str) -> str:
        """Return the message `page-…` with this key in the page's language, escaped for HTML."""
        return escape(translate(self.language, f"page-{key}", **values))

    def top(self) -> str:
        """Return the header: the name, the languages, the leading sentence, and a tab for each
        game."""
        other = next(each for each in LANGUAGES if each != self.language)
        there = f'<a href="{self.sheet.name}.{other}.html" lang="{other}" hreflang="{other}" aria-label="{other.upper()}, {self.say("language")}">{other.upper()}</a>'
        langs = f'<span class="langs">{"".join(f"<b>{each.upper()}</b>" if each == self.language else there for each in LANGUAGES)}</span>'
        lead = self.say("lid-lead", n=len(self.shell.games))
        tabs = "".join(map(self.tab, self.shell.games))
        return f"""<header class="lid"><div><b class="lg">{self.shell.render_icon("logo", "0 0 96 92")}Malle</b>{langs}</div><h1>{lead}</h1></header>
<nav class="games" aria-label="{self.say("lid-games")}">{tabs}</nav>"""

    def tab(self, sheet: GameInfo) -> str:
        """Return the tab of a game, with its numbers of players and the minutes that it takes."""
        least, most = 1 if sheet.solitaire else sheet.seats[0], sheet.seats[-1]
        key = "one" if least == most else "or" if most == least + 1 else ""
        players = self.say(f"players-{key}".rstrip("-"), least=least, most=most)
        here = ' aria-current="page"' if sheet is self.sheet else ""
        title, short = (translate_for_game(sheet, self.language, each) for each in ("title", "title-short"))
        return f'<a href="{sheet.name}.{self.language}.html" data-game="{sheet.name}" title="{title}"{here}><b>{short}</b><span><small>{players}</small><small>{self.say("minutes", minutes=self.minutes[sheet.name])}</small></span></a>'

    def base(self) -> str:
        """Return the opponents, the button that starts the game, and the links to other ways to play."""
        _, *robots = names = NAMES[: seats_of(self.sheet)]
        both = self.say("lid-both", first=names[-1], last=names[1]) if len(robots) > 1 else robots[0]
        many = "two" if len(robots) > 1 else "one"
        said = {each: self.say(f"lid-{many}", level=self.say(f"lid-{many}-{each}")) for each in LEVELS}
        levels = "".join(
            f'<option value="{each}" data-said="{text}"{" selected" * (each == "regular")}>{self.say(f"lid-{many}-{each}")}</option>'
            for each, text in said.items()
        )
        faces = "".join(
            f'<svg viewBox="0 0 100 120" aria-hidden="true">{LABEL}{PORTRAITS[each]}</svg>' for each in reversed(robots)
        )
        size = f"{self.megabytes:.1f}".replace(".", "," if self.language == "fr" else ".")
        friends = escape(self.site or "#friends")
        ways = f'<a href="{friends}">{self.shell.render_icon("i-link", "0 0 24 24")}{self.say("lid-friends")}</a>'
        return f"""<section class="start" aria-label="{self.say("play")}"><noscript><p>{self.say("lid-script")}</p></noscript>
<div class="opponents">{faces}<p><b>{both}</b><span>{said["regular"]}</span></p><label><span aria-hidden="true">{self.say("lid-change")}</span><select aria-label="{self.say("level")}">{levels}</select></label></div>
<p class="newer" hidden></p><button type="button" class="btn two brass" id="play"><b>{self.say("play")}</b><small>{escape(translate(self.language, "here-size", n=size))}</small></button><button type="button" class="btn line" id="anew" hidden>{self.say("lid-anew")}</button>
<div class="ways">{ways}{self.several()}</div><p class="aloud" role="status">{self.say("lid-drawn")}</p></section>"""

    def slip(self) -> str:
        """Return an empty slip (the sheet on which a game notes a result) if the game has slips,
        otherwise an empty string."""
        if not has_game_message(self.sheet, "slip-title"):
            return ""
        title = translate_for_game(
            self.sheet, self.language, "slip-title", traveller=translate(self.language, "ui-you").lower()
        )
        lines = '<div class="line"><span class="dots"></span></div>' * 2
        return f'<div class="slip blank" aria-hidden="true"><p class="label">{title}</p>{lines}<div class="line total"><span>{translate_for_game(self.sheet, self.language, "slip-total")}</span><span class="dots"></span></div></div>'

    def under(self, versions: str) -> str:
        """Return what lies below the first screen: the rules in a minute, the promises, and the
        other ways to play. `versions` is printed at the end."""
        at, folder = self.shell.assets.get_url, self.sheet.folder
        keys = re.findall(r"^minute-([\w-]+)-text =", (folder / "words" / "fr.ftl").read_text("utf-8"), re.M)
        steps = "".join(
            f'<li><span class="pic">{drawn(folder, each)}</span><span><h3>{self.game(f"minute-{each}")}</h3><p>{self.game(f"minute-{each}-text")}</p></span></li>'
            for each in keys
        )
        promises = "".join(
            f'<li><h3>{self.say(f"lid-{each}")}</h3><p>{self.say(f"lid-{each}-text")}</p><a href="{at(f"{shown}.html")}" hreflang="en">{self.say(f"lid-{each}-way")}</a></li>'
            for each, shown in PROMISES.items()
        )
        host = at(f"{HOSTING[self.language]}.html")
        friends = f"<p>{self.say('lid-friends-text')}"
        if self.site:
            friends += f' {self.say("lid-friends-site")}</p><a href="{escape(self.site)}">{escape(self.site)}</a>'
        else:
            friends += f' {self.say("lid-friends-here")}</p><a href="{host}">{escape(translate(self.language, "here-friends-none"))}</a>'
        file, sure = (
            self.say("lid-python-file"),
            [escape(translate(self.language, f"here-erase-{each}")) for each in ("sure", "no", "yes")],
        )
        return f"""<section class="fold" aria-label="{self.say("lid-under")}"><div>
<section class="across"><h2>{self.say("lid-minute")}</h2><ul class="minute">{steps}</ul><p>{self.game("minute-end")}</p></section>
<section class="across"><h2>{self.say("lid-promises")}</h2><ul class="promises">{promises}</ul></section>
<section id="friends"><h2>{self.say("lid-friends")}</h2>{friends}</section>
<section><h2>{self.say("lid-host")}</h2><p>{self.say("lid-host-text")}</p><a href="{host}">{self.say("lid-host-way")}</a></section>
<section><h2>{self.say("lid-python")}</h2><p>{self.say("lid-python-text")}</p><pre>malle play {self.sheet.name} --save {file}.txt
malle record verify {file}.txt</pre></section></div>
<footer><p>{self.say("lid-private")}</p><p>{versions}</p><a href="{at("digests.txt")}">{self.say("lid-digests")}</a>
<details id="erase"><summary>{self.say("lid-erase")}</summary><p>{sure[0]}</p><button type="button" class="btn">{sure[1]}</button> <button type="button" class="btn line">{sure[2]}</button></details></footer></section>"""

    def game(self, key: str) -> str:
        """Return a message of the game in the page's language."""
        return translate_for_game(self.sheet, self.language, key)

    def several(self) -> str:
        """Return the form for people who share one device, with a field for each player's name;
        robots take the other seats."""
        seats = self.sheet.seats
        names = "".join(
            f'<input maxlength="20" autocomplete="off" aria-label="{self.say("lid-name", n=number)}" placeholder="{self.say("lid-name", n=number)}"{" required" * (number < 3)}>'
            for number in range(1, seats[-1] + 1)
        )
        return f"""<details class="several"><summary>{self.shell.render_icon("i-phone", "0 0 24 24")}{self.say("lid-several")}</summary>
<form data-least="{seats[0]}">{names}<button class="btn brass">{self.say("play")}</button></form></details>"""
