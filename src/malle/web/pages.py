"""The pages around a table: the table itself, the rulebook and error pages. Without accounts, foreign scripts
or outside addresses.

All visible words come from Fluent files. Text that a person typed is escaped where it is put into a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from litestar import Response
from litestar.exceptions import NotFoundException

from malle.core import Sheet
from malle.games.boxes import Box
from malle.live.room import Room
from malle.web import mine, trouble
from malle.web.edition import box_body, edition_body, legend
from malle.web.lobby import Lobby
from malle.web.page import Asked, game_say, interface, language_of, say, switch
from malle.web.rulebook import rulebook
from malle.web.shelf import code_field


class Pages(Lobby):
    """Renders every page of the site as HTML text."""

    def sheet(self, name: str) -> Sheet:
        """Return the facts about an offered game. Raise `NotFoundException` if no such game is offered."""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise NotFoundException

    def replay(self, request: Asked, room: Room, seat: int | None) -> str:
        """Render the table page for stepping through a finished game. `seat` is the viewer's own seat, or `None`."""
        return self.table(request, room, **{"data-replay": "" if seat is None else str(seat + 1)})

    def table(self, request: Asked, room: Room, **more: str) -> str:
        """Render the page of a table. `attributes` are added to the body element."""
        own = {"data-edition": room.table.setup.edition} if room.table.setup.edition else {}
        return self._client(request, room.sheet, {"data-table": room.text, **own, **more})

    def lesson(self, request: Asked, sheet: Sheet) -> str:
        """Render the table page without a table, for the lesson of a game. Raise `NotFoundException` if the
        game has no lesson."""
        if sheet.lesson is None:
            raise NotFoundException
        box, course = self.box(request, sheet), f"/games/{sheet.name}/learn/course"
        own = {"data-edition": box.digest, "data-lesson": f"{course}?edition={box.digest}"} if box else {}
        return self._client(request, sheet, {"data-lesson": course, **own})

    def _client(self, request: Asked, sheet: Sheet, more: Mapping[str, str]) -> str:
        """Render a page that the client script fills. `more_attributes` are added to the body element. The link
        preview is the box of the game, the same for each of its tables."""
        language = language_of(request)
        words = interface(language)
        body = f'<div id="app"></div><script type="application/json" id="words">{words}</script>'
        attributes = {
            "class": "table",
            "data-game": sheet.name,
            "data-name": mine.name_of(request),
            "data-build": self.look.build,
            "data-sprite": self.look.address(f"{sheet.name}.sprite.svg"),
            "data-words": self.look.address(f"{sheet.name}.{language}.ftl"),
            "data-frames": self.look.address(f"{sheet.name}.frames"),
            **({"data-alone": f"/solo/{sheet.name}"} if sheet.solitaire is not None else {}),
            **more,
        }
        title = game_say(sheet, language, "title")
        head = self.described(request, title, game_say(sheet, language, "blurb"), sheet.name)
        return self.page(language, title, body, attributes, script="table", game=sheet.name, head=head)

    def box(self, request: Asked, sheet: Sheet) -> Box | None:
        """Return the operator's own edition that the query names, or `None` if it names none. Raise
        `NotFoundException` if the edition is unknown or belongs to another game."""
        digest = request.query_params.get("edition", "")
        if digest and (digest not in self.boxes or self.boxes[digest].game != sheet.name):
            raise NotFoundException
        return self.boxes[digest] if digest else None

    def rules(self, language: str, sheet: Sheet, switch: str, box: Box | None = None) -> str:
        """Render the rulebook, one section for each heading, with the slug of the decision that it explains.
        Numbers and titles come from the operator's own edition, if one is given."""
        book = rulebook(sheet, language, box.path if box else None)
        body = f"""
{self.bar(language, switch, f"/games/{sheet.name}")}
<main id="main" class="rulebook">{self.of_box(language, box)}{book}{self._marks(language, sheet, box)}</main>"""
        title = f"{game_say(sheet, language, 'title')} · {say(language, 'page-rules')}"
        return self.page(language, title, body, {"class": "plain rules", "data-game": sheet.name}, game=sheet.name)

    def _marks(self, language: str, sheet: Sheet, box: Box | None) -> str:
        """Return the legend of the marks on numbers, with a link to the page about the edition. Empty for a
        game without marked numbers."""
        if sheet.paper is None:
            return ""
        own = f"?edition={box.digest}" if box else ""
        more = f'<a href="/games/{sheet.name}/edition{own}">{say(language, "page-edition-more")}</a>'
        return f'<aside class="legends"><p>{say(language, "edition-legend")}</p>{legend(language)}<p>{more}</p></aside>'

    def edition(self, request: Asked, sheet: Sheet) -> str:
        """Render the page about an edition: each number and where it is known from. Raise `NotFoundException`
        for a game without marked numbers."""
        if sheet.paper is None:
            raise NotFoundException
        language, box = language_of(request), self.box(request, sheet)
        told = edition_body(sheet, language) if box is None else box_body(sheet, language, box)
        body = f"""
{self.bar(language, switch(request), f"/games/{sheet.name}")}
<main id="main" class="aboutpage editionpage">{told}</main>
{self.footer(request)}"""
        title = f"{game_say(sheet, language, 'title')} · {say(language, 'page-edition-more')}"
        return self.page(language, title, body, {"class": "plain", "data-game": sheet.name}, game=sheet.name)

    def show(self, request: Asked, slug: str, status: int) -> Response[str]:
        """Return the page for an error, with this status and the usual headers. An internal error (500) shows
        its number for the operator."""
        again = trouble.here(request) if slug in trouble.AGAIN else trouble.back(request)
        number = trouble.number_of(request.scope) if status == 500 else ""
        page = self.trouble(language_of(request), slug, status, again, switch(request), number)
        answer = self.answer(request, page)
        answer.status_code = status
        return answer

    def trouble(self, language: str, slug: str, status: int, again: str, switch: str, number: str = "") -> str:
        """Render an error page: what happened, why, and a link home. If `retry_url` is not `/`, it adds a link
        there, to try again or to go back."""
        head, why = say(language, f"trouble-{slug}"), say(language, f"trouble-{slug}-why")
        home = f'<a class="btn{{}}" href="/">{say(language, "page-home")}</a>'
        ways = home.format("")
        if again != "/":
            label = say(language, "page-again" if slug in trouble.AGAIN else "page-back")
            ways = f'<a class="btn" href="{escape(again)}">{label}</a>{home.format(" hollow")}'
        found = {"status": str(status), "number": number}
        error = say(language, "page-error-number" if number else "page-error", **found)
        body = f"""
{self.bar(language, switch)}
<main id="main" class="trouble"><img src="{self.look.address(f"trouble-{trouble.picture(slug)}.svg")}" alt="" width="220" height="198">
<h1>{head}</h1><p>{why}</p><div class="way">{code_field(language) if slug in trouble.BY_CODE else ""}{ways}</div><p class="quiet">{error}</p></main>"""
        return self.page(language, f"{head} · Malle", body, {"class": "plain"})
