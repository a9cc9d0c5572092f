"""Pages of a table before the game begins: for its host, for other players, and for people who were invited.

They use plain forms, which work without JavaScript. A script reloads the page when something has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import segno

from malle.games.boxes import Box
from malle.live.frames import public
from malle.live.room import Room
from malle.web import mine
from malle.web.options import written
from malle.web.paces import pace_line
from malle.web.page import Asked, game_has, game_say, language_of, say, switch
from malle.web.settled import settled
from malle.web.shelf import Shelf, card, code_field, side_of
from malle.web.usual_settings import settings_said


class Lobby(Shelf):
    """Renders the pages of a table before the game begins, as HTML text."""

    def lobby(self, request: Asked, room: Room, seat: int, address: str, code: str, *, listed: bool) -> str:
        """Return the lobby page for a player at `seat`: invitation, join code, seats, and controls for the host.

        `join_code` may be empty. `is_listed` says whether strangers can see the table.
        """
        language, host = language_of(request), seat == room.table.host
        title = game_say(room.sheet, language, "title")
        square = segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#16263A", light="#FFFBF0")
        share = f'<button class="btn" type="button" hidden data-share="{escape(address)}" data-title="{title}">{self.icon("i-share", "0 0 24 24")}{say(language, "page-share")}</button>'
        copy = f'<button class="btn hollow" type="button" data-copy="{escape(address)}" data-done="{say(language, "page-copied")}">{self.icon("i-link", "0 0 24 24")}<span role="status">{say(language, "page-copy")}</span></button>'
        anew = f'<p class="anew">{say(language, "page-code-anew")}</p>' if room.table.removed else ""
        names, whose = room.names, "page-your-table" if host else "page-whose-table"
        lead = say(language, whose, title=title, host=escape(names[room.table.host]))
        body = f"""
{self.bar(language, switch(request))}
<main id="main" class="lobby"><h1>{lead}</h1>{self.of_box(language, self._edition_of(room))}{pace_line(language, room.table.setup)}<section class="call" aria-label="{say(language, "page-invite")}"><div>{_dictated(language, code)}</div><div class="qr" id="qr">{square}</div><div class="ways">{share}{copy}</div>
<p class="link"><a id="invitation" href="{escape(address)}">{escape(address)}</a></p>{anew}</section>
<form class="around" method="post" action="/tables/{room.text}/lobby"><div class="over"><h2>{say(language, "page-seats")}</h2><span>{_needed(language, room)}</span></div>
<ul class="sitting rows">{"".join(self._row(language, room, each, seat) for each in range(len(room.table.kinds)))}</ul>{self._agreed(language, room, listed) if host else ""}{settled(language, room, self._edition_of(room))}</form>
{_bar(language, room, seat)}</main>"""
        return self._filling(language, room, body)

    def join(self, request: Asked, room: Room, *, invited: bool, listed: bool) -> str:
        """Return the page to join a table: what is played, who is there, and a form with a name.

        The form appears if the person is invited or the table is listed, and a seat is open. A person without a valid
        invitation gets a field for a join code instead.
        """
        language, sheet = language_of(request), room.sheet
        invite = request.query_params.get("invite", "") if invited else ""
        host = escape(next((name for name in room.names if name), "Malle"))
        title = game_say(sheet, language, "title")
        lead = say(language, "page-join-lead", host=host, title=title)
        line = f'<p class="facts">{game_say(sheet, language, "tagline")}</p>' if game_has(sheet, "tagline") else ""
        form = f"""<form method="post" action="/tables/{room.text}/join"><input type="hidden" name="invite" value="{escape(invite)}"><input type="hidden" name="zone" data-zone>
<label>{say(language, "page-your-name")}<input name="name" maxlength="30" autocomplete="nickname" required autofocus value="{escape(mine.name_of(request))}"></label>
<button class="btn">{say(language, "page-join")}</button></form><p class="quiet">{say(language, "page-join-note")}</p>"""
        if not invited and not listed:
            form = f'<p class="quiet">{say(language, "page-not-invited")}</p>{code_field(language)}'
        elif "open" not in room.table.kinds:
            form = f'<p class="quiet">{say(language, "page-no-seat")}</p>'
        body = f"""
{self.bar(language, switch(request))}
<main id="main" class="joining"><img class="cover" src="{self.look.address(f"{sheet.name}.box.svg")}" alt="" width="400" height="500"><div class="tt"><h1>{lead}</h1>{line}{self.of_box(language, self._edition_of(room))}{pace_line(language, room.table.setup)}</div>
{self._sitting(language, room)}{form}{settled(language, room, self._edition_of(room))}</main>"""
        head = self.described(request, lead, game_say(sheet, language, "blurb"), sheet.name)
        return self._filling(language, room, body, head)

    def agreement(self, request: Asked, room: Room) -> str:
        """Return the page on which the host changes the options and the number of seats of a table."""
        language, sheet, setup = language_of(request), room.sheet, room.table.setup
        taken = len(room.table.kinds) - room.table.kinds.count("open")
        numbers = [(str(each), str(each)) for each in sheet.seats if each >= taken]
        cards = ""
        if len(numbers) > 1:
            cards = card(say(language, "page-at-table"), "seats", numbers, str(setup.seats), str(setup.seats))
        given, box = {name: written(value) for name, value in setup.options.items()}, self._edition_of(room)
        cards += "".join(self.option_card(language, sheet, option, given, box) for option in sheet.options)
        path = f"/tables/{room.text}"
        body = f"""
{self.bar(language, switch(request), path)}
<main id="main" class="optionpage"><h1>{say(language, "page-options-title")}</h1><form method="post" action="{path}/options"><div class="cards">{cards}</div>
<div class="keep"><p>{say(language, "page-options-now")}</p><a class="btn hollow" href="{path}">{say(language, "ui-cancel")}</a><button class="btn">{say(language, "page-keep")}</button></div></form></main>"""
        title = f"{say(language, 'page-options')} · {game_say(sheet, language, 'title')}"
        return self.page(language, title, body, {"class": "plain", "data-game": sheet.name}, game=sheet.name)

    # ---- parts

    def _filling(self, language: str, room: Room, body: str, head: str = "") -> str:
        """Return a whole page around `body`, with the data by which the script notices changes of the table."""
        attributes = {
            "class": "plain",
            "data-game": room.sheet.name,
            "data-filling": f"/api/tables/{room.text}",
            "data-filled": bytes(public(room)).decode(),
        }
        title = game_say(room.sheet, language, "title")
        return self.page(language, title, body, attributes, game=room.sheet.name, head=head)

    def _edition_of(self, room: Room) -> Box | None:
        """Return the custom edition that a table is played with, or `None` for the usual edition."""
        return self.boxes[room.table.setup.edition] if room.table.setup.edition else None

    def _mark(self, room: Room, seat: int) -> str:
        """Return a seat's symbol as HTML, with the initial of the player's name."""
        initial = escape(room.names[seat][:1])
        return f'<span class="seat big s{seat + 1}">{self.icon(f"seat-{seat + 1}", "0 0 32 32")}<i>{initial}</i></span>'

    def _sitting(self, language: str, room: Room) -> str:
        """Return the seats as read-only HTML, for people who do not play at the table.

        Each seat has its symbol, the player's name, and a note for the host, robots and open seats.
        """
        rows, notes = [], {"robot": "ui-robot", "open": "page-seat-free"}
        for seat, kind in enumerate(room.table.kinds):
            note = say(language, notes[kind]) if kind in notes else ""
            if seat == room.table.host:
                note = say(language, "page-host")
            note = " · ".join(filter(None, (side_of(room.sheet, language, seat), note)))
            rows.append(
                f'<li class="{kind}">{self._mark(room, seat)}<b>{escape(room.names[seat])}</b><small>{note}</small></li>'
            )
        return f'<section class="card"><h2>{say(language, "page-seats")}</h2><ul class="sitting">{"".join(rows)}</ul></section>'

    def _row(self, language: str, room: Room, seat: int, own: int) -> str:
        """Return one seat's row of the lobby for the player at seat `own`.

        The host also gets buttons: add a robot, move up or down, remove the player, make the player host.
        """
        kind, name, last = room.table.kinds[seat], escape(room.names[seat]), len(room.table.kinds) - 1
        host = own == room.table.host
        said = f"<b>{name}</b>" if name else f"<b>{say(language, 'page-seat-open')}</b>"
        note = say(language, "ui-robot") if kind == "robot" else ""
        if room.ready >> seat & 1 and seat != room.table.host:
            note = f'<span class="ready">{self.icon("i-yes", "0 0 24 24")}{say(language, "page-is-ready")}</span>'
        if seat == own:
            note = f"{say(language, 'ui-you')} {note}".strip()
        note = " · ".join(filter(None, (side_of(room.sheet, language, seat), note)))
        if seat == room.table.host:
            said += f'<span class="badge">{self.icon("i-key", "0 0 24 24")}{say(language, "page-host")}</span>'
        does = ""
        if host and kind == "open":
            does = f'<button class="btn hollow" name="do" value="robot {seat + 1}">{self.icon("i-robot", "0 0 24 24")}{say(language, "page-a-robot")}</button>'
        elif host:
            ways = [("up", "i-up", "page-seat-up", seat > 0), ("down", "i-down", "page-seat-down", seat < last)]
            does = "".join(
                f'<button class="icon-btn" name="do" value="{way} {seat + 1}" aria-label="{say(language, key, name=name)}">{self.icon(icon, "0 0 24 24")}</button>'
                for way, icon, key, there in ways
                if there
            )
            if seat != own:
                key = ""
                if kind == "person":
                    key = (
                        f'<button name="do" value="key {seat + 1}">{say(language, "page-seat-key", name=name)}</button>'
                    )
                does += f'<details class="more"><summary class="icon-btn" aria-label="{say(language, "page-seat-more", name=name)}">{self.icon("i-more", "0 0 24 24")}</summary><div><button name="do" value="free {seat + 1}">{say(language, "page-seat-remove", name=name)}</button>{key}</div></details>'
        return (
            f'<li class="{kind}">{self._mark(room, seat)}<span class="w">{said}<small>{note}</small></span>{does}</li>'
        )

    def _agreed(self, language: str, room: Room, listed: bool) -> str:
        """Return the host's list of settings: options and how many are changed, sides, and whether it is listed."""
        setup, sheet = room.table.setup, room.sheet
        note = settings_said(language, sheet, {name: written(value) for name, value in setup.options.items()})
        rows = []
        if sheet.options or len(sheet.seats) > 1:
            rows.append(
                f'<a href="/tables/{room.text}/options">{self.icon("i-options", "0 0 24 24")}<span><b>{say(language, "page-options")}</b><small>{note}</small></span></a>'
            )
        if sheet.sides:
            side = say(language, "page-swap-sides-note", side=side_of(sheet, language, room.table.host))
            rows.append(
                f'<button name="do" value="down 1">{self.icon("i-turn", "0 0 24 24")}<span><b>{say(language, "page-swap-sides")}</b><small>{side}</small></span></button>'
            )
        key = "page-table-open" if listed else "page-table-private"
        rows.append(
            f'<button name="do" value="{"unlist" if listed else "list"}">{self.icon("i-players", "0 0 24 24")}<span><b>{say(language, key)}</b><small>{say(language, f"{key}-note")}</small></span></button>'
        )
        return f'<ul class="links">{"".join(f"<li>{row}</li>" for row in rows)}</ul>'


def _dictated(language: str, code: str) -> str:
    """Return a join code as HTML with a square for each letter, or only a heading if the code is empty.

    Screen readers spell it.
    """
    if not code:
        return f"<h2>{say(language, 'page-invite')}</h2>"
    squares, letters = "".join(f"<i>{letter}</i>" for letter in code), ", ".join(code)
    return f'<p class="label">{say(language, "page-code")}</p><div class="code" role="img" aria-label="{say(language, "page-code-read", letters=letters)}">{squares}</div>'


def _needed(language: str, room: Room) -> str:
    """Return a sentence with the number of taken seats, of all seats, and of the players that the game needs."""
    seats, free = len(room.table.kinds), room.table.kinds.count("open")
    return say(language, "page-taken", n=seats - free, seats=seats, least=min(room.sheet.seats))


def _bar(language: str, room: Room, seat: int) -> str:
    """Return the bar at the bottom of the lobby, with a sentence and the buttons of the player at `seat`.

    The host gets a button that fills the open seats with robots, or starts the game if the number of players allows it.
    Other players get a button to leave, and one to say that they are ready if they have not said so.
    """
    kinds: Sequence[str] = room.table.kinds
    free, host, two = kinds.count("open"), room.table.host, ""
    taken = len(kinds) - free
    late = [each for each, kind in enumerate(kinds) if kind == "person" and each != host and not room.ready >> each & 1]
    if seat != host:
        two = " two"
        text, note = say(language, "page-host-begins", host=escape(room.names[host])), ""
        button = f'<button class="btn hollow" name="do" value="leave">{say(language, "page-leave")}</button>'
        if seat in late:
            button += f'<button class="btn" name="do" value="ready">{say(language, "page-ready")}</button>'
    elif free and taken not in room.sheet.seats:
        text, note = say(language, "page-waiting", n=free), ""
        button = f'<button class="btn" name="do" value="fill">{say(language, "page-fill")}</button>'
    else:
        text, note = say(language, "page-start-with", n=taken), say(language, "page-seats-go", n=free) if free else ""
        if late:
            names = ", ".join(escape(room.names[each]) for each in late)
            note = f"{note} {say(language, 'page-not-ready', names=names, n=len(late))}".strip()
        button = f'<button class="btn" name="do" value="start">{say(language, "page-start-anyway" if late else "page-start")}</button>'
    small = f"<small>{note}</small>" if note else ""
    return (
        f'<form class="keep{two}" method="post" action="/tables/{room.text}/lobby"><p>{text}{small}</p>{button}</form>'
    )
