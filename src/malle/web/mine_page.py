"""The page `/mine`: a person's running games and whose turn it is, finished games, and people to play with again.

It never shows a position, a card or the score of a running game. Everything shown is public at the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from uuid import UUID

from msgspec import Struct

from malle.live.mine import MyGame
from malle.store.played import Ended
from malle.store.store import read_id
from malle.web.dates import day_of, span_of
from malle.web.me import people_bar
from malle.web.page import say
from malle.web.pages import Pages
from malle.web.visit import Visit

BARS = 12
"""Number of pieces in the bar that shows the time left."""
LATE = 5
"""A decision is late when less than one fifth (1 / 5) of its time is left."""
SHOWN = 20
"""How many finished games, and how many people, the page lists at most."""


class Met(Struct, frozen=True):
    """A person to play with again."""

    key: str
    """Names the person in forms: the id of the latest common table, a dot, and their seat there, from 1."""
    name: str
    games: int
    age: float
    """Seconds since the latest common game was last played."""
    playing: bool
    """Whether a common game is running."""
    blocked: bool


class SeatKept(Struct, frozen=True):
    """An invitation: a table at which another person keeps a seat for the reader."""

    table: str
    invite: str
    host: str
    title: str
    game: str


def met_in(games: Sequence[MyGame], blocked: dict[UUID, bool]) -> list[Met]:
    """Return the other people of a person's games, without duplicates, those of the latest game first.

    Games that have not begun do not count. `blocked` maps people to True if the person has blocked them.
    """
    found: dict[UUID, Met] = {}
    for game in sorted(games, key=lambda each: each.age):
        if game.state == "filling":
            continue
        for seat, person in game.people:
            if seat == game.seat:
                continue
            before = found.get(person)
            key, name, age = f"{game.table}.{seat + 1}", game.called(seat), game.age
            running = game.state != "over"
            if before is not None:
                key, name, age, running = before.key, before.name, before.age, running or before.playing
            count = 1 if before is None else before.games + 1
            found[person] = Met(key, name, count, age, running, blocked.get(person, False))
    return list(found.values())


def mine_page(
    pages: Pages,
    visit: Visit,
    games: Sequence[MyGame],
    results: dict[int, Ended],
    met: Sequence[Met],
    asked: Sequence[SeatKept],
    *,
    asleep: Mapping[str, float],
    kept: bool,
) -> str:
    """Return the page as HTML.

    `results` holds the results of finished games by table id. `asleep` holds tables that wait for people in their quiet
    hours, with the seconds until the first of them ends. Without `is_kept`, a note says how to keep one's games.
    """
    language = visit.language
    mine = [game for game in games if game.state == "yours"]
    others = [game for game in games if game.state not in ("yours", "over")]
    over = [game for game in games if game.state == "over"]
    head = say(language, "mine-head", n=len(mine))
    if not mine:
        head = say(language, "mine-head-wait" if others else "mine-head-none")
    first = "".join(_ticket(pages, language, game, None) for game in mine)
    rest = "".join(_ticket(pages, language, game, asleep.get(game.table)) for game in others)
    waiting = f'<section class="sec"><div class="hl"><h2>{say(language, "mine-others")}</h2><span>{say(language, "mine-tables", n=len(others))}</span></div><ul class="tks">{rest}</ul></section>'
    lists = _asked(language, asked) + (f'<ul class="tks">{first}</ul>' if mine else "") + (waiting if others else "")
    keep = f'<p class="remark">{pages.icon("i-passkey", "0 0 24 24")}<span>{say(language, "mine-keep")} <a href="/me#kept">{say(language, "mine-keep-it")}</a></span></p>'
    body = f"""
{people_bar(pages, visit, "/")}
<main id="main" class="minepage"><h1>{head}</h1><div class="col" data-tickets>{lists or _nothing(language)}</div>
<div class="col">{_finished(pages, language, over, results)}{_people(pages, language, met)}{"" if kept else keep}</div></main>
{pages.footer(visit.request)}"""
    return pages.page(language, f"{say(language, 'mine-title')} · Malle", body, {"class": "plain"}, script="people")


def _nothing(language: str) -> str:
    return f'<p><a class="btn" href="/">{say(language, "page-home")}</a></p>'


def _asked(language: str, asked: Sequence[SeatKept]) -> str:
    """Return a list of invitations, each with a link to accept and a button to decline, or "" if there is none."""
    rows = "".join(
        f"""<li class="pane asked" data-game="{each.game}"><p><b>{say(language, "mine-asked", host=escape(each.host))}</b> {each.title}</p><div class="pairs"><a class="mini-btn" href="/tables/{each.table}?invite={each.invite}">{say(language, "mine-asked-go")}</a><form method="post" action="/mine/decline"><button class="mini-btn" name="table" value="{each.table}">{say(language, "mine-asked-no")}</button></form></div></li>"""
        for each in asked
    )
    return f'<ul class="tks">{rows}</ul>' if rows else ""


def _ticket(pages: Pages, language: str, game: MyGame, asleep: float | None) -> str:
    """Return the entry of one running game: cover, state, players and time left.

    `asleep` is the number of seconds until a player's quiet hours end, or `None` if the game does not wait for that.
    """
    title, mine = pages.title_of(language, game.sheet, game.game), game.state == "yours"
    since = say(language, "mine-since", span=span_of(language, game.age))
    names = escape(", ".join(game.called(seat) for seat in game.awaited))
    told = {
        "yours": f'<b class="turn">{say(language, "mine-yours")}</b> {since}',
        "waiting": f"{say(language, 'resume-waiting', names=names)} {since}",
        "paused": f"{say(language, 'mine-paused')} {since}",
        "kept": say(language, "resume-kept"),
        "filling": say(language, "resume-filling"),
        "aside": say(language, "mine-aside"),
    }[game.state]
    if asleep is not None:
        span = span_of(language, asleep)
        sleeps = say(language, "mine-asleep", names=names, n=len(game.awaited), span=span)
        told = f"{pages.icon('i-moon', '0 0 24 24')}{sleeps}"
    go = f'<span class="btn go">{say(language, "page-play")}</span>' if mine else ""
    cover = f'<img src="{pages.look.address(f"{game.game}.box.svg")}" alt="" width="74" height="104">'
    late = " late" if mine and _is_late(game) else ""
    return f"""
<li><a class="tk{" mine" if mine else ""}{late}" data-game="{game.game}" href="/tables/{game.table}">{cover}<span class="tx"><span class="r1">{told}</span><b class="h">{title}</b><span class="who">{_seats(pages, game)}</span>{_left(language, game)}</span>{go}</a></li>"""


def _seats(pages: Pages, game: MyGame) -> str:
    """Return the other players as HTML, each with the symbol of their seat. Awaited players have a ring."""
    made = []
    for seat, name in game.names:
        if seat == game.seat:
            continue
        shape = f'<span class="seat s{seat + 1}" aria-hidden="true">{pages.icon(f"seat-{seat + 1}", "0 0 32 32")}<i>{escape(name[:1])}</i></span>'
        ring = ' class="aw"' if seat in game.awaited and game.state == "waiting" else ""
        made.append(f"<span{ring}>{shape}{escape(name)}</span>")
    return "".join(made)


def _is_late(game: MyGame) -> bool:
    """Return whether the time bank is in use, or less than a fifth of the decision time is left."""
    return game.spending or (game.seconds is not None and game.pace is not None and game.seconds * LATE < game.pace)


def _left(language: str, game: MyGame) -> str:
    """Return the time left for a decision, as a bar and in words, or "" if there is no limit or nobody is awaited.

    While the time bank is in use, the bar shows what is left of it. Before that, players read their own time bank after
    the decision time.
    """
    if game.seconds is None or not game.pace or game.state not in ("yours", "waiting"):
        return ""
    whole = game.whole or game.pace
    full = min(BARS, max(0, math.ceil(BARS * game.seconds / whole)))
    bars = "".join(f'<i class="{"on" if each < full else ""}"></i>' for each in range(BARS))
    late = " late" if _is_late(game) else ""
    said = say(language, "mine-left-reserve" if game.spending else "mine-left", span=span_of(language, game.seconds))
    more = ""
    if game.reserve and not game.spending:
        more = f' <span class="quiet">{say(language, "mine-reserve", span=span_of(language, game.reserve))}</span>'
    return f'<span class="tm"><span class="bars{late}" aria-hidden="true">{bars}</span><b>{said}</b>{more}</span>'


def _finished(pages: Pages, language: str, over: Sequence[MyGame], results: dict[int, Ended]) -> str:
    """Return the section of finished games, at most `MAX_LISTED`, or "" if there are none."""
    if not over:
        return ""
    rows = "".join(_end(pages, language, game, results.get(read_id(game.table))) for game in over[:SHOWN])
    return f'<section class="pane" id="finished"><div class="hl"><h2>{say(language, "mine-finished")}</h2><span>{say(language, "mine-games", n=len(over))}</span></div><ul class="lines fin">{rows}</ul></section>'


def _end(pages: Pages, language: str, game: MyGame, result: Ended | None) -> str:
    """Return the row of one finished game: other players, when it ended, and the place or scores if known."""
    title, place = pages.title_of(language, game.sheet, game.game), ""
    when = span_of(language, game.age)
    if result is not None:
        if result.ended is not None:
            when = day_of(language, result.ended)
        won = " w" if result.place == 1 and not result.drawn else ""
        said = "=" if result.drawn else say(language, "mine-place", n=result.place)
        sums = say(language, "mine-of", n=result.seats)
        if result.against is not None:
            sums = say(language, "mine-sums", own=result.score, other=result.against)
        place = f'<span class="place{won}">{said}<small>{sums}</small></span>'
    others = say(language, "mine-with", names=escape(", ".join(game.others))) if game.others else ""
    told = " · ".join(filter(None, (others, when)))
    cover = f'<img src="{pages.look.address(f"{game.game}.box.svg")}" alt="" width="36" height="45">'
    return f'<li>{cover}<span class="t"><b>{title}</b><small>{told}</small></span>{place}<a class="mini-btn" href="/tables/{game.table}/replay" aria-label="{say(language, "mine-again-of", title=title)}">{pages.icon("i-again", "0 0 24 24")}{say(language, "mine-again")}</a></li>'


def _people(pages: Pages, language: str, met: Sequence[Met]) -> str:
    """Return the section of people to play with again, at most `MAX_LISTED`, or "" if there are none."""
    if not met:
        return ""
    rows = "".join(_somebody(pages, language, each) for each in met[:SHOWN])
    return f'<section class="pane" id="people"><h2>{say(language, "mine-people")}</h2><ul class="lines">{rows}</ul></section>'


def _somebody(pages: Pages, language: str, other: Met) -> str:
    """Return the row of one person, with buttons to invite and to block them. A blocked person can be unblocked."""
    name = escape(other.name)
    when = (
        say(language, "mine-playing") if other.playing else say(language, "mine-ago", span=span_of(language, other.age))
    )
    told = f"{say(language, 'mine-games', n=other.games)} · {when}"
    invite = f'<form method="post" action="/mine/invite"><button class="mini-btn" name="who" value="{other.key}" aria-label="{say(language, "mine-invite-of", name=name)}">{pages.icon("i-invite", "0 0 24 24")}{say(language, "mine-invite")}</button></form>'
    word = "mine-unblock" if other.blocked else "mine-block"
    note = say(language, "mine-block-note")
    more = f"""<details class="sure"><summary class="icon-btn" aria-label="{say(language, "page-seat-more", name=name)}">{pages.icon("i-more", "0 0 24 24")}</summary><form method="post" action="/mine/block"><p>{note}</p><input type="hidden" name="who" value="{other.key}"><button class="btn hollow" name="on" value="{"no" if other.blocked else "yes"}">{say(language, word, name=name)}</button></form></details>"""
    if other.blocked:
        told, invite = say(language, "mine-blocked"), ""
    return f'<li><span class="ini" aria-hidden="true">{escape(other.name[:1])}</span><span class="t"><b>{name}</b><small>{told}</small></span>{invite}{more}</li>'
