"""The legal pages: what is stored about players, why and for how long; who runs the site; what is accessible to
whom."""

from __future__ import annotations

from html import escape

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from malle.web.page import Asked, language_of, say, switch
from malle.web.pages import Pages
from malle.web.shelf import contact_line

STATEMENTS = {
    "privacy": ("device", "name", "games", "kept", "notices", "logs", "others", "rights"),
    "legal": ("who", "what", "report"),
    "accessibility": ("does", "tried", "not", "tell"),
}
"""Each page with its sections in order."""
REACHED = {("privacy", "rights"): True, ("legal", "who"): True, ("accessibility", "tell"): False}
"""Sections that say how to reach the operator. True: the publisher is named there too."""


def statement_page(pages: Pages, request: Asked, which: str) -> str:
    """Render one legal page: `privacy`, `legal` or `accessibility`."""
    language = language_of(request)
    parts = "".join(
        f'<section class="panel" id="{part}"><h2>{say(language, f"{which}-{part}")}</h2><p>{say(language, f"{which}-{part}-text")}</p>{_reach(pages, language, which, part)}</section>'
        for part in STATEMENTS[which]
    )
    title = say(language, f"{which}-title")
    body = f"""
{pages.bar(language, switch(request), "/about")}
<main id="main" class="aboutpage"><h1>{title}</h1>{parts}</main>
{pages.footer(request)}"""
    return pages.page(language, f"{title} · Malle", body, {"class": "plain"})


def _reach(pages: Pages, language: str, which: str, part: str) -> str:
    """Return how to reach the operator, or that no contact is configured. Empty for other sections."""
    if (which, part) not in REACHED:
        return ""
    named = ""
    if pages.responsible and REACHED[which, part]:
        named = f"<p>{say(language, 'statement-responsible')} {escape(pages.responsible)}</p>"
    said = named + contact_line(language, pages.contact)
    return said or f"<p>{say(language, 'statement-no-contact')}</p>"


def handlers(pages: Pages) -> list[ControllerRouterHandler]:
    """Return the route handlers of the legal pages."""

    @get("/privacy", media_type="text/html")
    async def privacy(request: Asked) -> Response[str]:
        return pages.answer(request, statement_page(pages, request, "privacy"))

    @get("/legal", media_type="text/html")
    async def legal(request: Asked) -> Response[str]:
        return pages.answer(request, statement_page(pages, request, "legal"))

    @get("/accessibility", media_type="text/html")
    async def accessibility(request: Asked) -> Response[str]:
        return pages.answer(request, statement_page(pages, request, "accessibility"))

    return [privacy, legal, accessibility]
