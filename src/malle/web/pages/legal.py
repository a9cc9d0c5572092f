"""The legal pages: what is stored about players, why and for how long; who runs the site; how
accessible the site is."""

from __future__ import annotations

from html import escape

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from malle.web.layout import AnyRequest, get_language, render_language_switch, translate
from malle.web.pages.home import render_contact
from malle.web.pages.table_page import SitePages

LEGAL_PAGES = {
    "privacy": ("device", "name", "games", "kept", "notices", "logs", "others", "rights"),
    "legal": ("who", "what", "report"),
    "accessibility": ("does", "tried", "not", "tell"),
}
"""Each page with its sections in order."""
CONTACT_SECTIONS = {("privacy", "rights"): True, ("legal", "who"): True, ("accessibility", "tell"): False}
"""Sections that say how to reach the operator. True: the publisher is named there too."""


def render_legal_page(pages: SitePages, request: AnyRequest, page_name: str) -> str:
    """Return one legal page as HTML. `page_name` is a key of `LEGAL_PAGES`."""
    language = get_language(request)
    parts = "".join(
        f'<section class="panel" id="{part}"><h2>{translate(language, f"{page_name}-{part}")}</h2><p>{translate(language, f"{page_name}-{part}-text")}</p>{_render_contact(pages, language, page_name, part)}</section>'
        for part in LEGAL_PAGES[page_name]
    )
    title = translate(language, f"{page_name}-title")
    body = f"""
{pages.render_header(language, render_language_switch(request), "/about")}
<main id="main" class="aboutpage"><h1>{title}</h1>{parts}</main>
{pages.render_footer(request)}"""
    return pages.render_document(language, f"{title} · Malle", body, {"class": "plain"})


def _render_contact(pages: SitePages, language: str, page_name: str, section: str) -> str:
    """Return how to reach the operator, or that no contact is configured. Return "" for a section
    outside `CONTACT_SECTIONS`."""
    if (page_name, section) not in CONTACT_SECTIONS:
        return ""
    publisher_html = ""
    if pages.publisher and CONTACT_SECTIONS[page_name, section]:
        publisher_html = f"<p>{translate(language, 'statement-responsible')} {escape(pages.publisher)}</p>"
    contact = publisher_html + render_contact(language, pages.contact)
    return contact or f"<p>{translate(language, 'statement-no-contact')}</p>"


def handlers(pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of the legal pages."""

    @get("/privacy", media_type="text/html")
    async def privacy(request: AnyRequest) -> Response[str]:
        return pages.make_html_response(request, render_legal_page(pages, request, "privacy"))

    @get("/legal", media_type="text/html")
    async def legal(request: AnyRequest) -> Response[str]:
        return pages.make_html_response(request, render_legal_page(pages, request, "legal"))

    @get("/accessibility", media_type="text/html")
    async def accessibility(request: AnyRequest) -> Response[str]:
        return pages.make_html_response(request, render_legal_page(pages, request, "accessibility"))

    return [privacy, legal, accessibility]
