"""The pages around a table: the table itself, the rulebook and error pages. They need no accounts,
scripts of other sites or addresses outside this site.

All visible words come from Fluent files. Text that a person typed is escaped where it is put into a
page.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from litestar import Response
from litestar.exceptions import NotFoundException

from malle.core import GameInfo
from malle.games.custom_editions import CustomEdition
from malle.runtime.room import Room
from malle.web import error_pages
from malle.web.account import visitor_games
from malle.web.layout import (
    AnyRequest,
    get_language,
    make_client_texts_json,
    render_language_switch,
    translate,
    translate_for_game,
)
from malle.web.pages.about_edition import render_custom_edition, render_mark_legend, render_usual_edition
from malle.web.pages.home import render_join_code_form
from malle.web.pages.lobby import LobbyPages
from malle.web.pages.rulebook import render_rulebook


class SitePages(LobbyPages):
    """Renders every page of the site as HTML text. Made once for each server process."""

    def find_offered_game(self, name: str) -> GameInfo:
        """Return the facts about an offered game. Raise `NotFoundException` if no such game is offered."""
        for game_info in self.games:
            if game_info.name == name:
                return game_info
        raise NotFoundException

    def render_replay(self, request: AnyRequest, room: Room, seat: int | None) -> str:
        """Render the table page for stepping through a finished game. `seat` is the viewer's own
        seat, or `None` for a spectator."""
        return self.render_table(request, room, **{"data-replay": "" if seat is None else str(seat + 1)})

    def render_table(self, request: AnyRequest, room: Room, **attributes: str) -> str:
        """Render the page of a table, which the client script fills. `attributes` are added to the
        body element."""
        edition_attribute = {"data-edition": room.table.setup.edition} if room.table.setup.edition else {}
        return self._render_client_page(
            request, room.game_info, {"data-table": room.id_text, **edition_attribute, **attributes}
        )

    def render_lesson(self, request: AnyRequest, game_info: GameInfo) -> str:
        """Render the table page without a table, for the lesson of a game and the edition that the
        query names.

        Raise `NotFoundException` if the game has no lesson, or no such edition.
        """
        if game_info.lesson is None:
            raise NotFoundException
        custom_edition, course_url = (
            self.find_requested_edition(request, game_info),
            f"/games/{game_info.name}/learn/course",
        )
        own = (
            {"data-edition": custom_edition.digest, "data-lesson": f"{course_url}?edition={custom_edition.digest}"}
            if custom_edition
            else {}
        )
        return self._render_client_page(request, game_info, {"data-lesson": course_url, **own})

    def _render_client_page(self, request: AnyRequest, game_info: GameInfo, more_attributes: Mapping[str, str]) -> str:
        """Render a page that the client script fills. `more_attributes` are added to the body
        element.

        The link preview shows the box of the game and is the same for each of its tables.
        """
        language = get_language(request)
        words = make_client_texts_json(language)
        body = f'<div id="app"></div><script type="application/json" id="words">{words}</script>'
        attributes = {
            "class": "table",
            "data-game": game_info.name,
            "data-name": visitor_games.read_name_cookie(request),
            "data-build": self.assets.build_digest,
            "data-sprite": self.assets.get_url(f"{game_info.name}.sprite.svg"),
            "data-words": self.assets.get_url(f"{game_info.name}.{language}.ftl"),
            "data-frames": self.assets.get_url(f"{game_info.name}.frames"),
            **({"data-alone": f"/solo/{game_info.name}"} if game_info.solitaire is not None else {}),
            **more_attributes,
        }
        title = translate_for_game(game_info, language, "title")
        head = self.render_preview_tags(
            request, title, translate_for_game(game_info, language, "blurb"), game_info.name
        )
        return self.render_document(language, title, body, attributes, script="table", game=game_info.name, head=head)

    def find_requested_edition(self, request: AnyRequest, game_info: GameInfo) -> CustomEdition | None:
        """Return the operator's own edition whose digest the query gives, or `None` if it gives
        none. Raise `NotFoundException` if the edition is unknown or belongs to another game."""
        digest = request.query_params.get("edition", "")
        if digest and (digest not in self.custom_editions or self.custom_editions[digest].game != game_info.name):
            raise NotFoundException
        return self.custom_editions[digest] if digest else None

    def render_rulebook_page(
        self, language: str, game_info: GameInfo, nav_html: str, custom_edition: CustomEdition | None = None
    ) -> str:
        """Render the rulebook of a game, with a legend of the marks. Numbers and titles come from
        `custom_edition`, one of the operator's own, or else from the usual edition."""
        book = render_rulebook(game_info, language, custom_edition.path if custom_edition else None)
        body = f"""
{self.render_header(language, nav_html, f"/games/{game_info.name}")}
<main id="main" class="rulebook">{self.render_edition_name(language, custom_edition)}{book}{self._render_mark_legend(language, game_info, custom_edition)}</main>"""
        title = f"{translate_for_game(game_info, language, 'title')} · {translate(language, 'page-rules')}"
        return self.render_document(
            language, title, body, {"class": "plain rules", "data-game": game_info.name}, game=game_info.name
        )

    def _render_mark_legend(self, language: str, game_info: GameInfo, custom_edition: CustomEdition | None) -> str:
        """Return the legend of the marks on numbers, with a link to the page about the edition.
        Return "" for a game without marked numbers."""
        if game_info.edition_info is None:
            return ""
        own = f"?edition={custom_edition.digest}" if custom_edition else ""
        more = f'<a href="/games/{game_info.name}/edition{own}">{translate(language, "page-edition-more")}</a>'
        return f'<aside class="legends"><p>{translate(language, "edition-legend")}</p>{render_mark_legend(language)}<p>{more}</p></aside>'

    def render_edition_page(self, request: AnyRequest, game_info: GameInfo) -> str:
        """Render the page about the edition that the query names: each number and how we know it.

        Raise `NotFoundException` for a game without marked numbers or an unknown edition.
        """
        if game_info.edition_info is None:
            raise NotFoundException
        language, custom_edition = get_language(request), self.find_requested_edition(request, game_info)
        content = (
            render_usual_edition(game_info, language)
            if custom_edition is None
            else render_custom_edition(game_info, language, custom_edition)
        )
        body = f"""
{self.render_header(language, render_language_switch(request), f"/games/{game_info.name}")}
<main id="main" class="aboutpage editionpage">{content}</main>
{self.render_footer(request)}"""
        title = f"{translate_for_game(game_info, language, 'title')} · {translate(language, 'page-edition-more')}"
        return self.render_document(
            language, title, body, {"class": "plain", "data-game": game_info.name}, game=game_info.name
        )

    def make_error_response(self, request: AnyRequest, slug: str, status: int) -> Response[str]:
        """Return the page for an error, with this status and the usual headers. An internal error
        (500) shows its error number, by which the operator finds it in the log."""
        retry_url = (
            error_pages.get_requested_url(request)
            if slug in error_pages.RETRYABLE_SLUGS
            else error_pages.get_referring_url(request)
        )
        number = error_pages.get_error_number(request.scope) if status == 500 else ""
        page = self.render_error(
            get_language(request), slug, status, retry_url, render_language_switch(request), number
        )
        answer = self.make_html_response(request, page)
        answer.status_code = status
        return answer

    def render_error(
        self, language: str, slug: str, status: int, retry_url: str, nav_html: str, number: str = ""
    ) -> str:
        """Render an error page: what happened, why, and a link home. Unless `retry_url` is `/`, a
        button leads there, to try again or to go back.

        `number` is the error number to show, or "".
        """
        head, why = translate(language, f"trouble-{slug}"), translate(language, f"trouble-{slug}-why")
        home = f'<a class="btn{{}}" href="/">{translate(language, "page-home")}</a>'
        buttons = home.format("")
        if retry_url != "/":
            label = translate(language, "page-again" if slug in error_pages.RETRYABLE_SLUGS else "page-back")
            buttons = f'<a class="btn" href="{escape(retry_url)}">{label}</a>{home.format(" hollow")}'
        error_facts = {"status": str(status), "number": number}
        error = translate(language, "page-error-number" if number else "page-error", **error_facts)
        body = f"""
{self.render_header(language, nav_html)}
<main id="main" class="trouble"><img src="{self.assets.get_url(f"trouble-{error_pages.get_error_picture(slug)}.svg")}" alt="" width="220" height="198">
<h1>{head}</h1><p>{why}</p><div class="way">{render_join_code_form(language) if slug in error_pages.JOIN_CODE_SLUGS else ""}{buttons}</div><p class="quiet">{error}</p></main>"""
        return self.render_document(language, f"{head} · Malle", body, {"class": "plain"})
