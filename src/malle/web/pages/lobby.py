"""Pages of a table before the game begins: for its host, for other players, and for people who may
join.

They use plain forms, which work without JavaScript. A script reloads the page when something has
changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import segno

from malle.games.custom_editions import CustomEdition
from malle.runtime.room import Room
from malle.runtime.views.frames import public_part
from malle.web.account import visitor_games
from malle.web.layout import (
    AnyRequest,
    get_language,
    has_game_message,
    render_language_switch,
    translate,
    translate_for_game,
)
from malle.web.pages.agreed_options import render_agreed_options
from malle.web.pages.decision_times import render_decision_time
from malle.web.pages.home import CatalogPages, render_choice_card, render_join_code_form, translate_side
from malle.web.pages.options import to_form_value
from malle.web.pages.usual_settings import describe_settings


class LobbyPages(CatalogPages):
    """Renders the pages of a table before the game begins, as HTML text."""

    def render_lobby(
        self, request: AnyRequest, room: Room, seat: int, invite_url: str, join_code: str, *, is_listed: bool
    ) -> str:
        """Return the lobby page for the player at `seat`: invitation, join code, seats, and
        controls for the host.

        Without a `join_code`, a heading stands in its place. `is_listed` says whether strangers can
        see the table.
        """
        language, host = get_language(request), seat == room.table.host
        title = translate_for_game(room.game_info, language, "title")
        qr_code = segno.make(invite_url, error="m").svg_inline(border=2, omitsize=True, dark="#16263A", light="#FFFBF0")
        share = f'<button class="btn" type="button" hidden data-share="{escape(invite_url)}" data-title="{title}">{self.render_icon("i-share", "0 0 24 24")}{translate(language, "page-share")}</button>'
        copy = f'<button class="btn hollow" type="button" data-copy="{escape(invite_url)}" data-done="{translate(language, "page-copied")}">{self.render_icon("i-link", "0 0 24 24")}<span role="status">{translate(language, "page-copy")}</span></button>'
        new_code_note = (
            f'<p class="anew">{translate(language, "page-code-anew")}</p>' if room.table.removed_count else ""
        )
        names, whose = room.names, "page-your-table" if host else "page-whose-table"
        lead = translate(language, whose, title=title, host=escape(names[room.table.host]))
        body = f"""
{self.render_header(language, render_language_switch(request))}
<main id="main" class="lobby"><h1>{lead}</h1>{self.render_edition_name(language, self._get_custom_edition(room))}{render_decision_time(language, room.table.setup)}<section class="call" aria-label="{translate(language, "page-invite")}"><div>{_render_join_code(language, join_code)}</div><div class="qr" id="qr">{qr_code}</div><div class="ways">{share}{copy}</div>
<p class="link"><a id="invitation" href="{escape(invite_url)}">{escape(invite_url)}</a></p>{new_code_note}</section>
<form class="around" method="post" action="/tables/{room.id_text}/lobby"><div class="over"><h2>{translate(language, "page-seats")}</h2><span>{_format_seat_count(language, room)}</span></div>
<ul class="sitting rows">{"".join(self._render_lobby_seat(language, room, each, seat) for each in range(len(room.table.seat_kinds)))}</ul>{self._render_host_settings(language, room, is_listed) if host else ""}{render_agreed_options(language, room, self._get_custom_edition(room))}</form>
{_render_start_bar(language, room, seat)}</main>"""
        return self._render_lobby_frame(language, room, body)

    def render_join_page(self, request: AnyRequest, room: Room, *, is_invited: bool, is_listed: bool) -> str:
        """Return the page to join a table: what is played, who is there, and a form with a name.

        The form appears if a seat is open and the person is invited or the table is listed. A
        person who is not invited to a table that is not listed gets a field for a join code
        instead.
        """
        language, game_info = get_language(request), room.game_info
        invite = request.query_params.get("invite", "") if is_invited else ""
        host = escape(next((name for name in room.names if name), "Malle"))
        title = translate_for_game(game_info, language, "title")
        lead = translate(language, "page-join-lead", host=host, title=title)
        line = (
            f'<p class="facts">{translate_for_game(game_info, language, "tagline")}</p>'
            if has_game_message(game_info, "tagline")
            else ""
        )
        form = f"""<form method="post" action="/tables/{room.id_text}/join"><input type="hidden" name="invite" value="{escape(invite)}"><input type="hidden" name="zone" data-zone>
<label>{translate(language, "page-your-name")}<input name="name" maxlength="30" autocomplete="nickname" required autofocus value="{escape(visitor_games.read_name_cookie(request))}"></label>
<button class="btn">{translate(language, "page-join")}</button></form><p class="quiet">{translate(language, "page-join-note")}</p>"""
        if not is_invited and not is_listed:
            form = f'<p class="quiet">{translate(language, "page-not-invited")}</p>{render_join_code_form(language)}'
        elif "open" not in room.table.seat_kinds:
            form = f'<p class="quiet">{translate(language, "page-no-seat")}</p>'
        body = f"""
{self.render_header(language, render_language_switch(request))}
<main id="main" class="joining"><img class="cover" src="{self.assets.get_url(f"{game_info.name}.box.svg")}" alt="" width="400" height="500"><div class="tt"><h1>{lead}</h1>{line}{self.render_edition_name(language, self._get_custom_edition(room))}{render_decision_time(language, room.table.setup)}</div>
{self._render_seats_read_only(language, room)}{form}{render_agreed_options(language, room, self._get_custom_edition(room))}</main>"""
        head = self.render_preview_tags(request, lead, translate_for_game(game_info, language, "blurb"), game_info.name)
        return self._render_lobby_frame(language, room, body, head)

    def render_lobby_options(self, request: AnyRequest, room: Room) -> str:
        """Return the page on which the host changes the options and the number of seats of a table.
        Numbers below the seats already taken are not offered."""
        language, game_info, setup = get_language(request), room.game_info, room.table.setup
        taken = len(room.table.seat_kinds) - room.table.seat_kinds.count("open")
        numbers = [(str(each), str(each)) for each in game_info.seats if each >= taken]
        cards = ""
        if len(numbers) > 1:
            cards = render_choice_card(
                translate(language, "page-at-table"), "seats", numbers, str(setup.seats), str(setup.seats)
            )
        chosen, custom_edition = (
            {name: to_form_value(value) for name, value in setup.options.items()},
            self._get_custom_edition(room),
        )
        cards += "".join(
            self.render_option_card(language, game_info, option, chosen, custom_edition) for option in game_info.options
        )
        path = f"/tables/{room.id_text}"
        body = f"""
{self.render_header(language, render_language_switch(request), path)}
<main id="main" class="optionpage"><h1>{translate(language, "page-options-title")}</h1><form method="post" action="{path}/options"><div class="cards">{cards}</div>
<div class="keep"><p>{translate(language, "page-options-now")}</p><a class="btn hollow" href="{path}">{translate(language, "ui-cancel")}</a><button class="btn">{translate(language, "page-keep")}</button></div></form></main>"""
        title = f"{translate(language, 'page-options')} · {translate_for_game(game_info, language, 'title')}"
        return self.render_document(
            language, title, body, {"class": "plain", "data-game": game_info.name}, game=game_info.name
        )

    # ---- parts

    def _render_lobby_frame(self, language: str, room: Room, body: str, head: str = "") -> str:
        """Return a whole page around `body`, with the data by which the script notices changes of the table."""
        attributes = {
            "class": "plain",
            "data-game": room.game_info.name,
            "data-filling": f"/api/tables/{room.id_text}",
            "data-filled": bytes(public_part(room)).decode(),
        }
        title = translate_for_game(room.game_info, language, "title")
        return self.render_document(language, title, body, attributes, game=room.game_info.name, head=head)

    def _get_custom_edition(self, room: Room) -> CustomEdition | None:
        """Return the custom edition that a table is played with, or `None` for the usual edition."""
        return self.custom_editions[room.table.setup.edition] if room.table.setup.edition else None

    def _render_seat_symbol(self, room: Room, seat: int) -> str:
        """Return a seat's symbol as HTML, with the initial of the player's name."""
        initial = escape(room.names[seat][:1])
        return f'<span class="seat big s{seat + 1}">{self.render_icon(f"seat-{seat + 1}", "0 0 32 32")}<i>{initial}</i></span>'

    def _render_seats_read_only(self, language: str, room: Room) -> str:
        """Return the seats as read-only HTML, for people who do not play at the table.

        Each seat has its symbol, the player's name, and a note for the host, robots and open seats.
        """
        rows, notes = [], {"robot": "ui-robot", "open": "page-seat-free"}
        for seat, kind in enumerate(room.table.seat_kinds):
            note = translate(language, notes[kind]) if kind in notes else ""
            if seat == room.table.host:
                note = translate(language, "page-host")
            note = " · ".join(filter(None, (translate_side(room.game_info, language, seat), note)))
            rows.append(
                f'<li class="{kind}">{self._render_seat_symbol(room, seat)}<b>{escape(room.names[seat])}</b><small>{note}</small></li>'
            )
        return f'<section class="card"><h2>{translate(language, "page-seats")}</h2><ul class="sitting">{"".join(rows)}</ul></section>'

    def _render_lobby_seat(self, language: str, room: Room, seat: int, own_seat: int) -> str:
        """Return the row of one seat in the lobby, as the player at `own_seat` sees it.

        The host also gets buttons: add a robot, move up or down, remove the player, make the player
        host.
        """
        kind, name, last = room.table.seat_kinds[seat], escape(room.names[seat]), len(room.table.seat_kinds) - 1
        host = own_seat == room.table.host
        said = f"<b>{name}</b>" if name else f"<b>{translate(language, 'page-seat-open')}</b>"
        note = translate(language, "ui-robot") if kind == "robot" else ""
        if room.ready_bits >> seat & 1 and seat != room.table.host:
            note = f'<span class="ready">{self.render_icon("i-yes", "0 0 24 24")}{translate(language, "page-is-ready")}</span>'
        if seat == own_seat:
            note = f"{translate(language, 'ui-you')} {note}".strip()
        note = " · ".join(filter(None, (translate_side(room.game_info, language, seat), note)))
        if seat == room.table.host:
            said += (
                f'<span class="badge">{self.render_icon("i-key", "0 0 24 24")}{translate(language, "page-host")}</span>'
            )
        buttons = ""
        if host and kind == "open":
            buttons = f'<button class="btn hollow" name="do" value="robot {seat + 1}">{self.render_icon("i-robot", "0 0 24 24")}{translate(language, "page-a-robot")}</button>'
        elif host:
            ways = [("up", "i-up", "page-seat-up", seat > 0), ("down", "i-down", "page-seat-down", seat < last)]
            buttons = "".join(
                f'<button class="icon-btn" name="do" value="{way} {seat + 1}" aria-label="{translate(language, key, name=name)}">{self.render_icon(icon, "0 0 24 24")}</button>'
                for way, icon, key, there in ways
                if there
            )
            if seat != own_seat:
                key = ""
                if kind == "person":
                    key = f'<button name="do" value="key {seat + 1}">{translate(language, "page-seat-key", name=name)}</button>'
                buttons += f'<details class="more"><summary class="icon-btn" aria-label="{translate(language, "page-seat-more", name=name)}">{self.render_icon("i-more", "0 0 24 24")}</summary><div><button name="do" value="free {seat + 1}">{translate(language, "page-seat-remove", name=name)}</button>{key}</div></details>'
        return f'<li class="{kind}">{self._render_seat_symbol(room, seat)}<span class="w">{said}<small>{note}</small></span>{buttons}</li>'

    def _render_host_settings(self, language: str, room: Room, is_listed: bool) -> str:
        """Return the host's list of settings: options with how many are changed, a button to swap
        sides, and one to list the table for strangers or not."""
        setup, game_info = room.table.setup, room.game_info
        note = describe_settings(
            language, game_info, {name: to_form_value(value) for name, value in setup.options.items()}
        )
        rows = []
        if game_info.options or len(game_info.seats) > 1:
            rows.append(
                f'<a href="/tables/{room.id_text}/options">{self.render_icon("i-options", "0 0 24 24")}<span><b>{translate(language, "page-options")}</b><small>{note}</small></span></a>'
            )
        if game_info.sides:
            side = translate(
                language, "page-swap-sides-note", side=translate_side(game_info, language, room.table.host)
            )
            rows.append(
                f'<button name="do" value="down 1">{self.render_icon("i-turn", "0 0 24 24")}<span><b>{translate(language, "page-swap-sides")}</b><small>{side}</small></span></button>'
            )
        key = "page-table-open" if is_listed else "page-table-private"
        rows.append(
            f'<button name="do" value="{"unlist" if is_listed else "list"}">{self.render_icon("i-players", "0 0 24 24")}<span><b>{translate(language, key)}</b><small>{translate(language, f"{key}-note")}</small></span></button>'
        )
        return f'<ul class="links">{"".join(f"<li>{row}</li>" for row in rows)}</ul>'


def _render_join_code(language: str, join_code: str) -> str:
    """Return a join code as HTML with a square for each letter, which screen readers spell. Return
    only a heading if the code is empty."""
    if not join_code:
        return f"<h2>{translate(language, 'page-invite')}</h2>"
    squares, letters = "".join(f"<i>{letter}</i>" for letter in join_code), ", ".join(join_code)
    return f'<p class="label">{translate(language, "page-code")}</p><div class="code" role="img" aria-label="{translate(language, "page-code-read", letters=letters)}">{squares}</div>'


def _format_seat_count(language: str, room: Room) -> str:
    """Return a sentence with the number of taken seats, of all seats, and of the players that the game needs."""
    seats, free = len(room.table.seat_kinds), room.table.seat_kinds.count("open")
    return translate(language, "page-taken", n=seats - free, seats=seats, least=min(room.game_info.seats))


def _render_start_bar(language: str, room: Room, seat: int) -> str:
    """Return the bar at the bottom of the lobby, with a sentence and the buttons of the player at `seat`.

    The host gets a button that fills the open seats with robots, or starts the game if the number of players allows it.
    Other players get a button to leave, and one to say that they are ready if they have not said so.
    """
    kinds: Sequence[str] = room.table.seat_kinds
    free, host, two = kinds.count("open"), room.table.host, ""
    taken = len(kinds) - free
    not_ready = [
        each for each, kind in enumerate(kinds) if kind == "person" and each != host and not room.ready_bits >> each & 1
    ]
    if seat != host:
        two = " two"
        text, note = translate(language, "page-host-begins", host=escape(room.names[host])), ""
        button = f'<button class="btn hollow" name="do" value="leave">{translate(language, "page-leave")}</button>'
        if seat in not_ready:
            button += f'<button class="btn" name="do" value="ready">{translate(language, "page-ready")}</button>'
    elif free and taken not in room.game_info.seats:
        text, note = translate(language, "page-waiting", n=free), ""
        button = f'<button class="btn" name="do" value="fill">{translate(language, "page-fill")}</button>'
    else:
        text, note = (
            translate(language, "page-start-with", n=taken),
            translate(language, "page-seats-go", n=free) if free else "",
        )
        if not_ready:
            names = ", ".join(escape(room.names[each]) for each in not_ready)
            note = f"{note} {translate(language, 'page-not-ready', names=names, n=len(not_ready))}".strip()
        button = f'<button class="btn" name="do" value="start">{translate(language, "page-start-anyway" if not_ready else "page-start")}</button>'
    small = f"<small>{note}</small>" if note else ""
    return f'<form class="keep{two}" method="post" action="/tables/{room.id_text}/lobby"><p>{text}{small}</p>{button}</form>'
