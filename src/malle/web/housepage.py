"""The admin dashboard, as HTML: state of the site, settings, URL, mail, load, backups, reports and audit log.

It is made of counts, settings and public names. No table is loaded for it, so it can show no player's hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape

from msgspec import Struct

from malle import __version__
from malle.store.keepers import OLD_BACKUP, BackedUp, Registered, Totals
from malle.store.reports import TABLE, Reported
from malle.store.store import TableId, write_id
from malle.web.dates import day_of
from malle.web.load import SLOW, Load
from malle.web.opening import WHO, who_opens
from malle.web.page import say, switch
from malle.web.pages import Pages
from malle.web.visit import Visit

BARS = 20
_PLAIN = "0 0 24 24"


class Household(Struct, frozen=True):
    """Everything that the dashboard shows."""

    settled: Mapping[str, str]
    totals: Totals
    present: int
    load: Load
    reports: Sequence[tuple[Reported, str]]
    """Open reports, each with the reported name, or "" for a reported table."""
    register: Sequence[Registered]
    address: str
    """URL of the site, or "" if it is unknown."""
    secure: bool
    """Whether this page was requested over TLS."""
    mail: str = ""
    """Host and port of the mail server, or "" if none is set."""
    tried: tuple[str, float] | None = None
    """Result of a test mail that was just sent, and how many seconds it took. `None` if none was sent."""
    backup: BackedUp | None = None
    """The latest backup, or `None` if there is none."""

    @property
    def is_backed_up(self) -> bool:
        """Whether there is a recent backup. One should be made every night."""
        return self.backup is not None and datetime.now(UTC) - self.backup.at < OLD_BACKUP


def house_page(pages: Pages, visit: Visit, told: Household, kept: str = "") -> str:
    """Return the dashboard as HTML. `saved` names the setting that was just saved, or is ""."""
    language = visit.language
    name = escape(told.settled.get("name", "")) or say(language, "house-unnamed")
    columns = (
        (_openers(pages, language, told, kept), _address(pages, language, told), _people(pages, language, told)),
        (
            _name(language, told, kept),
            _mail(pages, language, told),
            _backups(pages, language, told),
            _reports(language, told),
        ),
        (_load(language, told), _register(visit, told), _leave(language)),
    )
    body = f"""
{_bar(pages, visit)}
<main id="main" class="housepage"><section class="house-head"><div><p class="label">{say(language, "house-title")}</p><h1>{name}</h1></div>{_state(pages, language, told)}</section>
{"".join(f'<div class="col">{"".join(column)}</div>' for column in columns)}</main>
{pages.footer(visit.request)}"""
    return pages.page(language, f"{say(language, 'house-title')} · Malle", body, {"class": "plain"}, script="people")


def enter_page(pages: Pages, visit_language: str, bar: str, footer: str, secret: str, *, good: bool) -> str:
    """Return the page that a sign-in link for admins opens. If `is_valid`, it has a button that uses the secret.

    Otherwise it says that the link is no longer valid. Loading the page changes nothing, because programs follow links
    too.
    """
    language = visit_language
    button = f'<form method="post" action="/house/enter"><input type="hidden" name="secret" value="{escape(secret)}"><button class="btn">{say(language, "house-enter")}</button></form>'
    what = say(language, "house-enter-why") if good else say(language, "house-gone")
    body = f"""
{bar}
<main id="main" class="aboutpage"><h1>{say(language, "house-title")}</h1><section class="panel"><p>{what}</p>{button if good else ""}</section></main>
{footer}"""
    return pages.page(language, f"{say(language, 'house-title')} · Malle", body, {"class": "plain"}, script="people")


def _bar(pages: Pages, visit: Visit) -> str:
    language = visit.language
    return pages.bar(
        language, f'<nav class="own"><span class="quiet">malle {__version__}</span></nav>{switch(visit.request)}'
    )


def _state(pages: Pages, language: str, told: Household) -> str:
    """Return one sentence of HTML: all is well, or the first thing that an admin should do."""
    counts = say(language, "house-counts", tables=told.totals.open, people=told.totals.people, present=told.present)
    for slug, is_so in (
        ("name", not told.settled.get("name")),
        ("reports", bool(told.reports)),
        ("address", not told.address),
        ("backup", bool(told.totals.over) and not told.is_backed_up),
    ):
        if is_so:
            todo = say(language, f"house-todo-{slug}", n=len(told.reports))
            return f'<p class="state todo" role="status">{pages.icon("i-hand", _PLAIN)}<span><b>{todo}</b> {counts}</span></p>'
    return f'<p class="state" role="status">{pages.icon("i-yes", _PLAIN)}<span><b>{say(language, "house-well")}</b> {counts}</span></p>'


def _name(language: str, told: Household, kept: str) -> str:
    """Return the panel with the form that names the site."""
    field = f'<label for="house-name">{say(language, "house-name-what")}</label><input id="house-name" name="value" maxlength="40" required autocomplete="off" value="{escape(told.settled.get("name", ""))}">'
    return _pane(
        language,
        "name",
        f'<form class="one" method="post" action="/house/settle">{field}<input type="hidden" name="name" value="name"><button class="btn hollow">{say(language, "house-keep")}</button></form>{_kept(language, kept == "name")}',
    )


def _openers(pages: Pages, language: str, told: Household, kept: str) -> str:
    """Return the panel that sets who may open tables, with the link to share if one is needed."""
    chosen = who_opens(told.settled)
    cards = "".join(
        f'<label class="opt2"><input type="radio" name="value" value="{each}"{" checked" if each == chosen else ""}><span class="t"><b>{say(language, f"house-opens-{each}")}</b><small>{say(language, f"house-opens-{each}-why")}</small></span></label>'
        for each in WHO
    )
    form = f'<form class="opts" method="post" action="/house/settle"><input type="hidden" name="name" value="opens"><fieldset><legend class="unseen">{say(language, "house-opens")}</legend>{cards}</fieldset><button class="btn">{say(language, "house-keep")}</button></form>{_kept(language, kept == "opens")}'
    if chosen == "link":
        link = f"{told.address}/m/{told.settled.get('link', '')}"
        form += f'<label for="house-link">{say(language, "house-link")}</label><input class="link" id="house-link" readonly value="{escape(link)}"><form method="post" action="/house/settle"><input type="hidden" name="name" value="link"><button class="mini-btn">{pages.icon("i-again", _PLAIN)}{say(language, "house-link-new")}</button></form>{_kept(language, kept == "link")}'
    return _pane(language, "opens", form)


def _address(pages: Pages, language: str, told: Household) -> str:
    """Return the panel that says whether the site's URL is set and whether this page came over TLS."""
    known = (bool(told.address), escape(told.address) or say(language, "house-address-none"), "house-address-why")
    tls = (told.secure, say(language, "house-tls" if told.secure else "house-tls-none"), "house-tls-why")
    rows = "".join(
        f'<li>{pages.icon("i-yes" if good else "i-hand", _PLAIN)}<span class="t"><b>{what}</b><small>{say(language, why if good else f"{why}-not")}</small></span></li>'
        for good, what, why in (known, tls)
    )
    return _pane(language, "address", f'<ul class="lines">{rows}</ul>')


def _mail(pages: Pages, language: str, told: Household) -> str:
    """Return the panel with the form for a test mail and the result of the last test, or a note without mail."""
    if not told.mail:
        return _pane(language, "mail", f"<p>{say(language, 'house-mail-none')}</p>")
    field = f'<label for="house-mail">{say(language, "house-mail-by", server=escape(told.mail))}</label><input id="house-mail" name="to" type="email" required maxlength="120" autocomplete="email" placeholder="{say(language, "house-mail-to")}">'
    form = f'<form class="one" method="post" action="/house/mail">{field}<button class="btn hollow">{pages.icon("i-mail", _PLAIN)}{say(language, "house-mail-test")}</button></form>'
    if told.tried is not None:
        shown = _number(language, told.tried[1])
        form += f'<p class="kept" role="status">{say(language, f"house-mail-{told.tried[0]}", seconds=shown)}</p>'
    return _pane(language, "mail", form)


def _backups(pages: Pages, language: str, told: Household) -> str:
    """Return the panel about backups: when the latest was made, its size, and that it does not hold the key."""
    made = told.backup
    last = "" if made is None else day_of(language, made.at)
    head = say(language, "house-backup-last" if made else "house-backup-none", day=last)
    size = "" if made is None else _number(language, made.megabytes)
    held = "" if made is None else say(language, "house-backup-holds", n=made.tables, size=size)
    how = "" if told.is_backed_up else say(language, "house-backup-how")
    small = " ".join(each for each in (held, how) if each)
    rows = (
        ("i-yes" if told.is_backed_up else "i-hand", head, small),
        ("i-key", say(language, "house-backup-key"), say(language, "house-backup-key-why")),
    )
    lines = "".join(
        f'<li>{pages.icon(icon, _PLAIN)}<span class="t"><b>{what}</b><small>{why}</small></span></li>'
        for icon, what, why in rows
    )
    return _pane(language, "backup", f'<ul class="lines">{lines}</ul>')


def _number(language: str, number: float) -> str:
    """Return a number with one decimal, with the decimal sign of the language."""
    text = f"{number:.1f}"
    return text.replace(".", ",") if language == "fr" else text


def _reports(language: str, told: Household) -> str:
    """Return the panel that lists the open reports, each with buttons to hide or to keep what was reported."""
    rows = []
    for reported, name in told.reports:
        what = say(language, "house-report-table") if reported.seat == TABLE else escape(name)
        hidden = f'<input type="hidden" name="table" value="{write_id(TableId(reported.tab))}"><input type="hidden" name="seat" value="{reported.seat}">'
        buttons = "".join(
            f'<button class="mini-btn" name="do" value="{deed}">{say(language, f"house-report-{deed}")}</button>'
            for deed in ("hide", "keep")
        )
        rows.append(
            f'<li><span class="t"><b>{what}</b><small>{day_of(language, reported.at)}, {say(language, "house-report-by", n=reported.count)}</small></span><form method="post" action="/house/reports" class="pairs">{hidden}{buttons}</form></li>'
        )
    nothing = f"<p>{say(language, 'house-reports-none')}</p>"
    return _pane(language, "reports", f'<ul class="lines">{"".join(rows)}</ul>' if rows else nothing)


def _people(pages: Pages, language: str, told: Household) -> str:
    """Return the panel with the numbers of open and finished tables, of people, and of people who are present."""
    rows = "".join(
        f"<li><span>{say(language, f'house-{name}')}</span><b>{number}</b></li>"
        for name, number in (
            ("open", told.totals.open),
            ("over", told.totals.over),
            ("people", told.totals.people),
            ("present", told.present),
        )
    )
    hidden = f'<p class="remark">{pages.icon("i-eye", _PLAIN)}<span>{say(language, "house-no-hand")}</span></p>'
    return _pane(language, "numbers", f'<ul class="ld">{rows}</ul>{hidden}')


def _load(language: str, told: Household) -> str:
    """Return the panel with the machine's load: a meter and a number for each figure."""
    load = told.load
    rows = [("processor", load.processor / 100, say(language, "house-percent", n=load.processor))]
    if load.memory is not None:
        rows.append(("memory", load.memory[0] / load.memory[1], _of(language, load.memory)))
    rows.append(("disk", load.disk[0] / load.disk[1], _of(language, load.disk)))
    rows.append(("answer", load.answer / SLOW, f"{load.answer}\u00a0ms"))
    shown = "".join(
        f"<li><span>{say(language, f'house-{name}')}</span>{_bars(part)}<b>{words}</b></li>"
        for name, part, words in rows
    )
    return _pane(language, "load", f'<ul class="ld">{shown}</ul>')


def _of(language: str, pair: tuple[float, float]) -> str:
    """Return "used of total" in words. Numbers below 10 have one decimal."""
    used, all_ = (f"{each:.1f}" if each < 10 else f"{each:.0f}" for each in pair)
    if language == "fr":
        used, all_ = used.replace(".", ","), all_.replace(".", ",")
    return say(language, "house-of", used=used, all=all_)


def _bars(part: float) -> str:
    """Return a meter of `METER_BARS` bars as HTML, filled up to `part` (0 to 1).

    It is hidden from screen readers, which read the number beside it.
    """
    on = min(BARS, max(0, round(part * BARS)))
    return f'<span class="bars" aria-hidden="true">{"<i class=on></i>" * on}{"<i></i>" * (BARS - on)}</span>'


def _register(visit: Visit, told: Household) -> str:
    """Return the panel that lists what this admin, other admins and commands did lately."""
    language = visit.language
    rows = []
    for each in told.register:
        who = "you" if each.person == visit.person else "command" if each.person is None else "other"
        deed = say(language, f"house-did-{each.what}", who=who, about=escape(each.about))
        rows.append(f'<li><span class="num">{day_of(language, each.at)}</span><span>{deed}</span></li>')
    return _pane(language, "register", f'<ul class="au">{"".join(rows)}</ul>')


def _leave(language: str) -> str:
    return f'<form class="leave" method="post" action="/house/leave"><button class="mini-btn">{say(language, "house-leave")}</button></form>'


def _kept(language: str, is_kept: bool) -> str:
    """Return the note that a setting was saved, or "" if it was not."""
    return f'<p class="kept" role="status">{say(language, "house-kept")}</p>' if is_kept else ""


def _pane(language: str, name: str, inside: str) -> str:
    return f'<section class="pane" id="{name}"><h2>{say(language, f"house-{name}-title")}</h2>{inside}</section>'
