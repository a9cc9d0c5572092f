"""The pages around a table: one being filled, the table itself, the rules, troubles. No account, no script but our own, no outside address.

Everything a reader sees comes from Fluent files; everything that somebody typed is escaped where it is put into a page.
"""

from __future__ import annotations

from html import escape

import segno
from litestar import Response
from litestar.exceptions import NotFoundException

from malle.core import Sheet
from malle.live.frames import public
from malle.live.room import Room
from malle.web import mine, trouble
from malle.web.page import Asked, game_has, game_say, interface, language_of, say, switch
from malle.web.rulebook import rulebook
from malle.web.shelf import Shelf


class Pages(Shelf):
    """Pages as HTML text."""

    def sheet(self, name: str) -> Sheet:
        """The game of that name. `NotFoundException` if it is not offered."""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise NotFoundException

    def replay(self, language: str, room: Room, seat: int | None) -> str:
        """The same page after the end, stepping through the game. `seat` is the reader's own."""
        return self.table(language, room, **{"data-replay": "" if seat is None else str(seat + 1)})

    def table(self, language: str, room: Room, **more: str) -> str:
        """The page that the client draws in."""
        words = interface(language)
        body = f'<div id="app"></div><script type="application/json" id="words">{words}</script>'
        attributes = {
            "class": "table",
            "data-game": room.sheet.name,
            "data-table": room.text,
            "data-build": self.look.build,
            "data-sprite": self.look.address(f"{room.sheet.name}.sprite.svg"),
            "data-words": self.look.address(f"{room.sheet.name}.{language}.ftl"),
            "data-frames": self.look.address(f"{room.sheet.name}.frames"),
            **({"data-alone": f"/solo/{room.sheet.name}"} if room.sheet.solitaire is not None else {}),
            **more,
        }
        title = game_say(room.sheet, language, "title")
        return self.page(language, title, body, attributes, script="table", game=room.sheet.name)

    def lobby(self, request: Asked, room: Room, seat: int, address: str, code: str) -> str:
        """For those who sit: the invitation, as a code too if there is one, who is there, and a way to begin."""
        language = language_of(request)
        square = segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#16263A", light="#FFFBF0")
        free, title = room.table.kinds.count("open"), game_say(room.sheet, language, "title")
        share = f'<button class="btn" type="button" hidden data-share="{escape(address)}" data-title="{title}">{self.icon("i-share", "0 0 24 24")}{say(language, "page-share")}</button>'
        copy = f'<button class="btn hollow" type="button" data-copy="{escape(address)}" data-done="{say(language, "page-copied")}">{self.icon("i-link", "0 0 24 24")}<span role="status">{say(language, "page-copy")}</span></button>'
        body = f"""
{self.bar(language, switch(request))}
<main id="main" class="lobby"><h1>{say(language, "page-your-table", title=title)}</h1><section class="call" aria-label="{say(language, "page-invite")}"><div>{_dictated(language, code)}</div><div class="qr" id="qr">{square}</div><div class="ways">{share}{copy}</div>
<p class="link"><a id="invitation" href="{escape(address)}">{escape(address)}</a></p></section>
{self._sitting(language, room, seat)}
<form class="keep" method="post" action="/tables/{room.text}/fill"><p>{say(language, "page-waiting", n=free)}</p><button class="btn">{say(language, "page-fill")}</button></form></main>"""
        return self._filling(language, room, body)

    def join(self, request: Asked, room: Room) -> str:
        """For those who were invited: what it is, who is there, one field, one button."""
        language, invite, sheet = language_of(request), request.query_params.get("invite", ""), room.sheet
        host = escape(next((name for name in room.names if name), "Malle"))
        title = game_say(sheet, language, "title")
        lead = say(language, "page-join-lead", host=host, title=title)
        line = f'<p class="facts">{game_say(sheet, language, "tagline")}</p>' if game_has(sheet, "tagline") else ""
        form = f"""<form method="post" action="/tables/{room.text}/join"><input type="hidden" name="invite" value="{escape(invite)}">
<label>{say(language, "page-your-name")}<input name="name" maxlength="30" autocomplete="nickname" required autofocus value="{escape(mine.name_of(request))}"></label>
<button class="btn">{say(language, "page-join")}</button></form><p class="quiet">{say(language, "page-join-note")}</p>"""
        if not invite:
            form = f'<p class="quiet">{say(language, "page-not-invited")}</p>'
        body = f"""
{self.bar(language, switch(request))}
<main id="main" class="joining"><img class="cover" src="{self.look.address(f"{sheet.name}.box.svg")}" alt="" width="400" height="500"><div class="tt"><h1>{lead}</h1>{line}</div>
{self._sitting(language, room, None)}{form}</main>"""
        head = self.described(request, lead, game_say(sheet, language, "blurb"), sheet.name)
        return self._filling(language, room, body, head)

    def _filling(self, language: str, room: Room, body: str, head: str = "") -> str:
        attributes = {
            "class": "plain",
            "data-game": room.sheet.name,
            "data-filling": f"/api/tables/{room.text}",
            "data-filled": bytes(public(room)).decode(),
        }
        title = game_say(room.sheet, language, "title")
        return self.page(language, title, body, attributes, game=room.sheet.name, head=head)

    def _sitting(self, language: str, room: Room, own: int | None) -> str:
        """Who sits there: shape, initial, name, and what they are."""
        rows, notes = [], {"robot": "ui-robot", "open": "page-seat-free"}
        for seat, kind in enumerate(room.table.kinds):
            name, initial = escape(room.names[seat]), escape(room.names[seat][:1])
            shape = f'<span class="seat big s{seat + 1}">{self.icon(f"seat-{seat + 1}", "0 0 32 32")}<i>{initial}</i></span>'
            note = say(language, "ui-you") if seat == own else say(language, notes[kind]) if kind in notes else ""
            rows.append(f'<li class="{kind}">{shape}<b>{name}</b><small>{note}</small></li>')
        return f'<section class="card"><h2>{say(language, "page-seats")}</h2><ul class="sitting">{"".join(rows)}</ul></section>'

    def rules(self, language: str, sheet: Sheet, switch: str) -> str:
        """The rulebook, a section a heading, each with the slug of the decision it is about."""
        body = f"""
{self.bar(language, switch, f"/games/{sheet.name}")}
<main id="main" class="rulebook">{rulebook(sheet, language)}</main>"""
        title = f"{game_say(sheet, language, 'title')} · {say(language, 'page-rules')}"
        return self.page(language, title, body, {"class": "plain rules", "data-game": sheet.name}, game=sheet.name)

    def show(self, request: Asked, slug: str, status: int) -> Response[str]:
        """The page of a trouble, with the headers of any other."""
        again = trouble.here(request) if slug in trouble.AGAIN else trouble.back(request)
        page = self.trouble(language_of(request), slug, status, again, switch(request))
        answer = self.answer(request, page)
        answer.status_code = status
        return answer

    def trouble(self, language: str, slug: str, status: int, again: str, switch: str) -> str:
        """What happened, why, and a way on: home, or where trying again can help or somebody came from."""
        head, why = say(language, f"trouble-{slug}"), say(language, f"trouble-{slug}-why")
        home = f'<a class="btn{{}}" href="/">{say(language, "page-home")}</a>'
        ways = home.format("")
        if again != "/":
            label = say(language, "page-again" if slug in trouble.AGAIN else "page-back")
            ways = f'<a class="btn" href="{escape(again)}">{label}</a>{home.format(" hollow")}'
        body = f"""
{self.bar(language, switch)}
<main id="main" class="trouble"><img src="{self.look.address(f"trouble-{trouble.picture(slug)}.svg")}" alt="" width="220" height="198">
<h1>{head}</h1><p>{why}</p><div class="way">{ways}</div><p class="quiet">{say(language, "page-error", status=str(status))}</p></main>"""
        return self.page(language, f"{head} · Malle", body, {"class": "plain"})


def _dictated(language: str, code: str) -> str:
    """A code on cardboard squares, read letter by letter."""
    if not code:
        return f"<h2>{say(language, 'page-invite')}</h2>"
    squares, letters = "".join(f"<i>{letter}</i>" for letter in code), ", ".join(code)
    return f'<p class="label">{say(language, "page-code")}</p><div class="code" role="img" aria-label="{say(language, "page-code-read", letters=letters)}">{squares}</div>'
