"""The page `/mine`: a person's running games and whose turn it is, finished games, and people to play with again.

It never shows a position, a card or the score of a running game. Everything shown is public at the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from uuid import UUID

from msgspec import Struct

from malle.runtime.history.my_games import MyGame
from malle.storage.people.game_history import GameResult
from malle.storage.store import parse_table_id
from malle.web.account.profile_page import render_account_bar
from malle.web.layout import translate
from malle.web.pages.table_page import SitePages
from malle.web.security.visitor import Visitor
from malle.web.support.dates import format_day, format_duration

TIME_BAR_PIECES = 12
"""Number of pieces in the bar that shows the time left."""
LATE_DIVISOR = 5
"""A decision is late when less than one fifth (1 / 5) of its time is left."""
MAX_LISTED = 20
"""How many finished games, and how many people, the page lists at most."""


class FellowPlayer(Struct, frozen=True):
    """Another person who has played with the reader, as `/mine` lists them. Made by
    `collect_fellow_players`."""

    form_key: str
    """Names the person in forms: the id of the latest common table, a dot, and their seat there, from 1."""
    name: str
    game_count: int
    seconds_since_played: float
    """Seconds since the latest common game was last played."""
    is_playing: bool
    """Whether a common game is running."""
    is_blocked: bool
    """Whether the reader has blocked this person."""


class SeatInvitation(Struct, frozen=True):
    """An invitation on `/mine`: another person, the `host`, keeps a seat for the reader at a table
    that has not begun."""

    table: str
    invite: str
    """The invitation, as it stands in the table's link."""
    host: str
    title: str
    """Title of the game, as HTML."""
    game: str


def collect_fellow_players(games: Sequence[MyGame], blocked: dict[UUID, bool]) -> list[FellowPlayer]:
    """Return the other people of a person's games, each once, those of the latest game first.

    Games that have not begun do not count. `blocked` maps people to True if the reader has blocked
    them.
    """
    fellow_players: dict[UUID, FellowPlayer] = {}
    for game in sorted(games, key=lambda each: each.age):
        if game.state == "filling":
            continue
        for seat, person in game.people:
            if seat == game.seat:
                continue
            before = fellow_players.get(person)
            key, name, age = f"{game.table}.{seat + 1}", game.player_name(seat), game.age
            running = game.state != "over"
            if before is not None:
                key, name, age, running = (
                    before.form_key,
                    before.name,
                    before.seconds_since_played,
                    running or before.is_playing,
                )
            count = 1 if before is None else before.game_count + 1
            fellow_players[person] = FellowPlayer(key, name, count, age, running, blocked.get(person, False))
    return list(fellow_players.values())


def render_my_games(
    pages: SitePages,
    visitor: Visitor,
    games: Sequence[MyGame],
    results: dict[int, GameResult],
    fellow_players: Sequence[FellowPlayer],
    invitations: Sequence[SeatInvitation],
    *,
    asleep: Mapping[str, float],
    is_kept: bool,
) -> str:
    """Return the page `/mine` as HTML.

    `results` holds the results of finished games by table id. `asleep` holds the tables at which
    only people in their quiet hours are awaited, with the seconds until the first of these people
    is available. Unless `is_kept` (the person can sign in by something besides this device), a note
    says how to keep one's games.
    """
    language = visitor.language
    own_turn = [game for game in games if game.state == "yours"]
    others = [game for game in games if game.state not in ("yours", "over")]
    finished = [game for game in games if game.state == "over"]
    head = translate(language, "mine-head", n=len(own_turn))
    if not own_turn:
        head = translate(language, "mine-head-wait" if others else "mine-head-none")
    first = "".join(_render_running_game(pages, language, game, None) for game in own_turn)
    rest = "".join(_render_running_game(pages, language, game, asleep.get(game.table)) for game in others)
    waiting = f'<section class="sec"><div class="hl"><h2>{translate(language, "mine-others")}</h2><span>{translate(language, "mine-tables", n=len(others))}</span></div><ul class="tks">{rest}</ul></section>'
    lists = (
        _render_invitations(language, invitations)
        + (f'<ul class="tks">{first}</ul>' if own_turn else "")
        + (waiting if others else "")
    )
    keep = f'<p class="remark">{pages.render_icon("i-passkey", "0 0 24 24")}<span>{translate(language, "mine-keep")} <a href="/me#kept">{translate(language, "mine-keep-it")}</a></span></p>'
    body = f"""
{render_account_bar(pages, visitor, "/")}
<main id="main" class="minepage"><h1>{head}</h1><div class="col" data-tickets>{lists or _render_no_games(language)}</div>
<div class="col">{_render_finished_games(pages, language, finished, results)}{_render_fellow_players(pages, language, fellow_players)}{"" if is_kept else keep}</div></main>
{pages.render_footer(visitor.request)}"""
    return pages.render_document(
        language, f"{translate(language, 'mine-title')} · Malle", body, {"class": "plain"}, script="people"
    )


def _render_no_games(language: str) -> str:
    """Return the link to the home page, shown to a person without running games."""
    return f'<p><a class="btn" href="/">{translate(language, "page-home")}</a></p>'


def _render_invitations(language: str, invitations: Sequence[SeatInvitation]) -> str:
    """Return a list of invitations, each with a link to accept and a button to decline, or "" if there is none."""
    rows = "".join(
        f"""<li class="pane asked" data-game="{each.game}"><p><b>{translate(language, "mine-asked", host=escape(each.host))}</b> {each.title}</p><div class="pairs"><a class="mini-btn" href="/tables/{each.table}?invite={each.invite}">{translate(language, "mine-asked-go")}</a><form method="post" action="/mine/decline"><button class="mini-btn" name="table" value="{each.table}">{translate(language, "mine-asked-no")}</button></form></div></li>"""
        for each in invitations
    )
    return f'<ul class="tks">{rows}</ul>' if rows else ""


def _render_running_game(pages: SitePages, language: str, game: MyGame, asleep: float | None) -> str:
    """Return the entry of one running game: cover, state, players and time left.

    `asleep` is the number of seconds until a player's quiet hours end, or `None` if the game does
    not wait for that.
    """
    title, mine = pages.get_game_title(language, game.sheet, game.game), game.state == "yours"
    since = translate(language, "mine-since", span=format_duration(language, game.age))
    names = escape(", ".join(game.player_name(seat) for seat in game.awaited))
    state_html = {
        "yours": f'<b class="turn">{translate(language, "mine-yours")}</b> {since}',
        "waiting": f"{translate(language, 'resume-waiting', names=names)} {since}",
        "paused": f"{translate(language, 'mine-paused')} {since}",
        "kept": translate(language, "resume-kept"),
        "filling": translate(language, "resume-filling"),
        "aside": translate(language, "mine-aside"),
    }[game.state]
    if asleep is not None:
        span = format_duration(language, asleep)
        sleeps = translate(language, "mine-asleep", names=names, n=len(game.awaited), span=span)
        state_html = f"{pages.render_icon('i-moon', '0 0 24 24')}{sleeps}"
    go = f'<span class="btn go">{translate(language, "page-play")}</span>' if mine else ""
    cover = f'<img src="{pages.assets.get_url(f"{game.game}.box.svg")}" alt="" width="74" height="104">'
    late = " late" if mine and _is_late(game) else ""
    return f"""
<li><a class="tk{" mine" if mine else ""}{late}" data-game="{game.game}" href="/tables/{game.table}">{cover}<span class="tx"><span class="r1">{state_html}</span><b class="h">{title}</b><span class="who">{_render_other_players(pages, game)}</span>{_render_time_left(language, game)}</span>{go}</a></li>"""


def _render_other_players(pages: SitePages, game: MyGame) -> str:
    """Return the players but the reader as HTML, each with the symbol of their seat. While others
    are awaited, those players have a ring."""
    players = []
    for seat, name in game.names:
        if seat == game.seat:
            continue
        shape = f'<span class="seat s{seat + 1}" aria-hidden="true">{pages.render_icon(f"seat-{seat + 1}", "0 0 32 32")}<i>{escape(name[:1])}</i></span>'
        ring = ' class="aw"' if seat in game.awaited and game.state == "waiting" else ""
        players.append(f"<span{ring}>{shape}{escape(name)}</span>")
    return "".join(players)


def _is_late(game: MyGame) -> bool:
    """Return whether the time bank is in use, or less than a fifth of the decision time is left."""
    return game.uses_time_bank or (
        game.seconds_left is not None
        and game.decision_seconds is not None
        and game.seconds_left * LATE_DIVISOR < game.decision_seconds
    )


def _render_time_left(language: str, game: MyGame) -> str:
    """Return the time left for a decision, as a bar and in words, or "" if there is no limit or
    nobody is awaited.

    While the time bank is in use, the bar shows what is left of the time bank. Before that, it
    shows the decision time, followed on the reader's own turn by the time bank in words.
    """
    if game.seconds_left is None or not game.decision_seconds or game.state not in ("yours", "waiting"):
        return ""
    whole = game.time_bank_at_start or game.decision_seconds
    full = min(TIME_BAR_PIECES, max(0, math.ceil(TIME_BAR_PIECES * game.seconds_left / whole)))
    bars = "".join(f'<i class="{"on" if each < full else ""}"></i>' for each in range(TIME_BAR_PIECES))
    late = " late" if _is_late(game) else ""
    time_left = translate(
        language,
        "mine-left-reserve" if game.uses_time_bank else "mine-left",
        span=format_duration(language, game.seconds_left),
    )
    more = ""
    if game.time_bank_left and not game.uses_time_bank:
        more = f' <span class="quiet">{translate(language, "mine-reserve", span=format_duration(language, game.time_bank_left))}</span>'
    return f'<span class="tm"><span class="bars{late}" aria-hidden="true">{bars}</span><b>{time_left}</b>{more}</span>'


def _render_finished_games(
    pages: SitePages, language: str, finished: Sequence[MyGame], results: dict[int, GameResult]
) -> str:
    """Return the section of finished games, or "" if there are none. At most `MAX_LISTED` have a
    row; the heading counts all."""
    if not finished:
        return ""
    rows = "".join(
        _render_finished_game(pages, language, game, results.get(parse_table_id(game.table)))
        for game in finished[:MAX_LISTED]
    )
    return f'<section class="pane" id="finished"><div class="hl"><h2>{translate(language, "mine-finished")}</h2><span>{translate(language, "mine-games", n=len(finished))}</span></div><ul class="lines fin">{rows}</ul></section>'


def _render_finished_game(pages: SitePages, language: str, game: MyGame, result: GameResult | None) -> str:
    """Return the row of one finished game: other players, when it ended, and the person's place.
    The person's score and the opponent's stand beside the place if the result has them.

    Without a `result`, the row has no place, and the time of the latest change stands for the end.
    """
    title, place = pages.get_game_title(language, game.sheet, game.game), ""
    when = format_duration(language, game.age)
    if result is not None:
        if result.ended is not None:
            when = format_day(language, result.ended)
        won = " w" if result.place == 1 and not result.drawn else ""
        said = "=" if result.drawn else translate(language, "mine-place", n=result.place)
        sums = translate(language, "mine-of", n=result.seats)
        if result.against is not None:
            sums = translate(language, "mine-sums", own=result.score, other=result.against)
        place = f'<span class="place{won}">{said}<small>{sums}</small></span>'
    others = translate(language, "mine-with", names=escape(", ".join(game.other_names))) if game.other_names else ""
    told = " · ".join(filter(None, (others, when)))
    cover = f'<img src="{pages.assets.get_url(f"{game.game}.box.svg")}" alt="" width="36" height="45">'
    return f'<li>{cover}<span class="t"><b>{title}</b><small>{told}</small></span>{place}<a class="mini-btn" href="/tables/{game.table}/replay" aria-label="{translate(language, "mine-again-of", title=title)}">{pages.render_icon("i-again", "0 0 24 24")}{translate(language, "mine-again")}</a></li>'


def _render_fellow_players(pages: SitePages, language: str, fellow_players: Sequence[FellowPlayer]) -> str:
    """Return the section of people to play with again, at most `MAX_LISTED`, or "" if there are none."""
    if not fellow_players:
        return ""
    rows = "".join(_render_fellow_player(pages, language, each) for each in fellow_players[:MAX_LISTED])
    return f'<section class="pane" id="people"><h2>{translate(language, "mine-people")}</h2><ul class="lines">{rows}</ul></section>'


def _render_fellow_player(pages: SitePages, language: str, fellow_player: FellowPlayer) -> str:
    """Return the row of one person, with buttons to invite and to block them. A blocked person's
    row has only a button to unblock."""
    name = escape(fellow_player.name)
    when = (
        translate(language, "mine-playing")
        if fellow_player.is_playing
        else translate(language, "mine-ago", span=format_duration(language, fellow_player.seconds_since_played))
    )
    told = f"{translate(language, 'mine-games', n=fellow_player.game_count)} · {when}"
    invite = f'<form method="post" action="/mine/invite"><button class="mini-btn" name="who" value="{fellow_player.form_key}" aria-label="{translate(language, "mine-invite-of", name=name)}">{pages.render_icon("i-invite", "0 0 24 24")}{translate(language, "mine-invite")}</button></form>'
    word = "mine-unblock" if fellow_player.is_blocked else "mine-block"
    note = translate(language, "mine-block-note")
    more = f"""<details class="sure"><summary class="icon-btn" aria-label="{translate(language, "page-seat-more", name=name)}">{pages.render_icon("i-more", "0 0 24 24")}</summary><form method="post" action="/mine/block"><p>{note}</p><input type="hidden" name="who" value="{fellow_player.form_key}"><button class="btn hollow" name="on" value="{"no" if fellow_player.is_blocked else "yes"}">{translate(language, word, name=name)}</button></form></details>"""
    if fellow_player.is_blocked:
        told, invite = translate(language, "mine-blocked"), ""
    return f'<li><span class="ini" aria-hidden="true">{escape(fellow_player.name[:1])}</span><span class="t"><b>{name}</b><small>{told}</small></span>{invite}{more}</li>'
