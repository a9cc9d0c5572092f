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
from malle.web import trouble
from malle.web.page import Asked, game_say, interface, language_of, say, switch
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

    def table(self, language: str, room: Room) -> str:
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
        }
        title = game_say(room.sheet, language, "title")
        return self.page(language, title, body, attributes, script="table", game=room.sheet.name)

    def lobby(self, language: str, room: Room, seat: int, address: str, switch: str) -> str:
        """For those who sit: the invitation, who is there, and a way to begin."""
        code = segno.make(address, error="m").svg_inline(scale=6, border=2, dark="#16263A", light="#FFFBF0")
        free = room.table.kinds.count("open")
        body = f"""
{self.bar(language, switch)}
<main id="main" class="lobby"><section class="card"><h1>{say(language, "page-invite")}</h1><p>{say(language, "page-invite-note")}</p>
<div class="qr" id="qr">{code}</div>
<p class="link"><a id="invitation" href="{escape(address)}">{escape(address)}</a></p>
<button class="btn hollow" type="button" data-copy="{escape(address)}" data-done="{say(language, "page-copied")}">{say(language, "page-copy")}</button></section>
{self._sitting(language, room, seat)}
<p class="quiet">{say(language, "page-waiting", n=free)}</p>
<form method="post" action="/tables/{room.text}/fill"><button class="btn">{say(language, "page-fill")}</button></form></main>"""
        return self._filling(language, room, body)

    def join(self, language: str, room: Room, invite: str, switch: str) -> str:
        """For those who were invited: one field, one button."""
        host = next((name for name in room.names if name), "Malle")
        title = game_say(room.sheet, language, "title")
        form = f"""<form method="post" action="/tables/{room.text}/join"><input type="hidden" name="invite" value="{escape(invite)}">
<label>{say(language, "page-your-name")}<input name="name" maxlength="30" autocomplete="nickname" required autofocus></label>
<button class="btn">{say(language, "page-join")}</button></form>"""
        body = f"""
{self.bar(language, switch)}
<main id="main" class="lobby"><section class="card"><h1>{title}</h1><p>{say(language, "page-join-lead", host=escape(host), title=title)}</p>{form if invite else ""}</section>
{self._sitting(language, room, None)}</main>"""
        return self._filling(language, room, body)

    def _filling(self, language: str, room: Room, body: str) -> str:
        attributes = {
            "class": "plain",
            "data-game": room.sheet.name,
            "data-filling": f"/api/tables/{room.text}",
            "data-filled": bytes(public(room)).decode(),
        }
        return self.page(language, game_say(room.sheet, language, "title"), body, attributes, game=room.sheet.name)

    def _sitting(self, language: str, room: Room, mine: int | None) -> str:
        rows = []
        for seat, kind in enumerate(room.table.kinds):
            name = escape(room.names[seat]) or say(language, "page-seat-free")
            mark = f' <span class="quiet">({say(language, "ui-you")})</span>' if seat == mine else ""
            rows.append(f'<li class="{kind}">{self.icon(f"seat-{seat + 1}", "0 0 32 32")}<b>{name}</b>{mark}</li>')
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
