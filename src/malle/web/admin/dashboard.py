"""The admin dashboard, as HTML: state of the site, settings, URL, mail, load, backups, reports and audit log.

It is made of counts, settings and public names. No table is loaded for it, so it can show no player's hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape

from msgspec import Struct

from malle import __version__
from malle.storage.people.admins import BACKUP_OLD_AFTER, AuditEntry, BackupInfo, SiteTotals
from malle.storage.store import TableId, format_table_id
from malle.storage.tables.reports import WHOLE_TABLE, OpenReport
from malle.web.admin.who_may_open import OPENING_RULES, get_opening_rule
from malle.web.api.machine_load import FULL_METER_MILLISECONDS, MachineLoad
from malle.web.layout import render_language_switch, translate
from malle.web.pages.table_page import SitePages
from malle.web.security.visitor import Visitor
from malle.web.support.dates import format_day

METER_BARS = 20
"""Bars of one meter of the load."""
_ICON_VIEW_BOX = "0 0 24 24"


class DashboardData(Struct, frozen=True):
    """Everything that one view of the dashboard shows. The route of the dashboard loads it."""

    settings: Mapping[str, str]
    """The site settings by name."""
    totals: SiteTotals
    present_count: int
    """Sockets of tables that are open at this process."""
    load: MachineLoad
    reports: Sequence[tuple[OpenReport, str]]
    """Open reports, oldest first, each with the reported name, or "" for a reported table."""
    audit_log: Sequence[AuditEntry]
    """Latest actions of admins and commands, newest first."""
    site_url: str
    """URL of the site, or "" if it is unknown."""
    is_secure: bool
    """Whether this page was requested over TLS."""
    mail_server: str = ""
    """Host and port of the mail server, or "" if none is set."""
    test_mail_result: tuple[str, float] | None = None
    """Result of a test mail that was just sent, and how many seconds it took. `None` if none was sent."""
    last_backup: BackupInfo | None = None
    """The latest backup, or `None` if there is none."""

    @property
    def has_recent_backup(self) -> bool:
        """Whether the latest backup is younger than `BACKUP_OLD_AFTER`. One should be made every
        night."""
        return self.last_backup is not None and datetime.now(UTC) - self.last_backup.at < BACKUP_OLD_AFTER


def render_dashboard(pages: SitePages, visitor: Visitor, data: DashboardData, saved: str = "") -> str:
    """Return the dashboard as HTML. `saved` names the setting that was just saved, or is ""."""
    language = visitor.language
    name = escape(data.settings.get("name", "")) or translate(language, "house-unnamed")
    columns = (
        (
            _render_who_may_open(pages, language, data, saved),
            _render_site_url(pages, language, data),
            _render_counts(pages, language, data),
        ),
        (
            _render_site_name(language, data, saved),
            _render_mail(pages, language, data),
            _render_backups(pages, language, data),
            _render_reports(language, data),
        ),
        (_render_load(language, data), _render_audit_log(visitor, data), _render_leave_form(language)),
    )
    body = f"""
{_render_top_bar(pages, visitor)}
<main id="main" class="housepage"><section class="house-head"><div><p class="label">{translate(language, "house-title")}</p><h1>{name}</h1></div>{_render_status(pages, language, data)}</section>
{"".join(f'<div class="col">{"".join(column)}</div>' for column in columns)}</main>
{pages.render_footer(visitor.request)}"""
    return pages.render_document(
        language, f"{translate(language, 'house-title')} · Malle", body, {"class": "plain"}, script="people"
    )


def render_admin_sign_in(
    pages: SitePages, visit_language: str, bar: str, footer: str, secret: str, *, is_valid: bool
) -> str:
    """Return the page that a sign-in link for admins opens. If `is_valid`, it has a button that uses the secret.

    Otherwise it says that the link is no longer valid. Loading the page changes nothing, because programs follow links
    too.
    """
    language = visit_language
    button = f'<form method="post" action="/house/enter"><input type="hidden" name="secret" value="{escape(secret)}"><button class="btn">{translate(language, "house-enter")}</button></form>'
    what = translate(language, "house-enter-why") if is_valid else translate(language, "house-gone")
    body = f"""
{bar}
<main id="main" class="aboutpage"><h1>{translate(language, "house-title")}</h1><section class="panel"><p>{what}</p>{button if is_valid else ""}</section></main>
{footer}"""
    return pages.render_document(
        language, f"{translate(language, 'house-title')} · Malle", body, {"class": "plain"}, script="people"
    )


def _render_top_bar(pages: SitePages, visitor: Visitor) -> str:
    """Return the top bar of the dashboard, with the version of Malle and the language links."""
    language = visitor.language
    return pages.render_header(
        language,
        f'<nav class="own"><span class="quiet">malle {__version__}</span></nav>{render_language_switch(visitor.request)}',
    )


def _render_status(pages: SitePages, language: str, data: DashboardData) -> str:
    """Return one sentence of HTML: all is well, or the first thing that an admin should do.

    In this order: name the site, handle reports, set the URL, make a backup. Counts of tables and
    people follow.
    """
    counts = translate(
        language, "house-counts", tables=data.totals.open_tables, people=data.totals.people, present=data.present_count
    )
    for slug, is_so in (
        ("name", not data.settings.get("name")),
        ("reports", bool(data.reports)),
        ("address", not data.site_url),
        ("backup", bool(data.totals.finished_tables) and not data.has_recent_backup),
    ):
        if is_so:
            todo = translate(language, f"house-todo-{slug}", n=len(data.reports))
            return f'<p class="state todo" role="status">{pages.render_icon("i-hand", _ICON_VIEW_BOX)}<span><b>{todo}</b> {counts}</span></p>'
    return f'<p class="state" role="status">{pages.render_icon("i-yes", _ICON_VIEW_BOX)}<span><b>{translate(language, "house-well")}</b> {counts}</span></p>'


def _render_site_name(language: str, data: DashboardData, saved: str) -> str:
    """Return the panel with the form that names the site."""
    field = f'<label for="house-name">{translate(language, "house-name-what")}</label><input id="house-name" name="value" maxlength="40" required autocomplete="off" value="{escape(data.settings.get("name", ""))}">'
    return _render_panel(
        language,
        "name",
        f'<form class="one" method="post" action="/house/settle">{field}<input type="hidden" name="name" value="name"><button class="btn hollow">{translate(language, "house-keep")}</button></form>{_render_saved_note(language, saved == "name")}',
    )


def _render_who_may_open(pages: SitePages, language: str, data: DashboardData, saved: str) -> str:
    """Return the panel that sets who may open tables, with the link to share if one is needed."""
    chosen = get_opening_rule(data.settings)
    cards = "".join(
        f'<label class="opt2"><input type="radio" name="value" value="{each}"{" checked" if each == chosen else ""}><span class="t"><b>{translate(language, f"house-opens-{each}")}</b><small>{translate(language, f"house-opens-{each}-why")}</small></span></label>'
        for each in OPENING_RULES
    )
    form = f'<form class="opts" method="post" action="/house/settle"><input type="hidden" name="name" value="opens"><fieldset><legend class="unseen">{translate(language, "house-opens")}</legend>{cards}</fieldset><button class="btn">{translate(language, "house-keep")}</button></form>{_render_saved_note(language, saved == "opens")}'
    if chosen == "link":
        link = f"{data.site_url}/m/{data.settings.get('link', '')}"
        form += f'<label for="house-link">{translate(language, "house-link")}</label><input class="link" id="house-link" readonly value="{escape(link)}"><form method="post" action="/house/settle"><input type="hidden" name="name" value="link"><button class="mini-btn">{pages.render_icon("i-again", _ICON_VIEW_BOX)}{translate(language, "house-link-new")}</button></form>{_render_saved_note(language, saved == "link")}'
    return _render_panel(language, "opens", form)


def _render_site_url(pages: SitePages, language: str, data: DashboardData) -> str:
    """Return the panel that says whether the site's URL is set and whether this page came over TLS."""
    known = (
        bool(data.site_url),
        escape(data.site_url) or translate(language, "house-address-none"),
        "house-address-why",
    )
    tls = (data.is_secure, translate(language, "house-tls" if data.is_secure else "house-tls-none"), "house-tls-why")
    rows = "".join(
        f'<li>{pages.render_icon("i-yes" if good else "i-hand", _ICON_VIEW_BOX)}<span class="t"><b>{what}</b><small>{translate(language, why if good else f"{why}-not")}</small></span></li>'
        for good, what, why in (known, tls)
    )
    return _render_panel(language, "address", f'<ul class="lines">{rows}</ul>')


def _render_mail(pages: SitePages, language: str, data: DashboardData) -> str:
    """Return the panel with the form for a test mail, and the result of a test that was just sent.
    Without a mail server, the panel is only a note."""
    if not data.mail_server:
        return _render_panel(language, "mail", f"<p>{translate(language, 'house-mail-none')}</p>")
    field = f'<label for="house-mail">{translate(language, "house-mail-by", server=escape(data.mail_server))}</label><input id="house-mail" name="to" type="email" required maxlength="120" autocomplete="email" placeholder="{translate(language, "house-mail-to")}">'
    form = f'<form class="one" method="post" action="/house/mail">{field}<button class="btn hollow">{pages.render_icon("i-mail", _ICON_VIEW_BOX)}{translate(language, "house-mail-test")}</button></form>'
    if data.test_mail_result is not None:
        seconds = _format_decimal(language, data.test_mail_result[1])
        form += f'<p class="kept" role="status">{translate(language, f"house-mail-{data.test_mail_result[0]}", seconds=seconds)}</p>'
    return _render_panel(language, "mail", form)


def _render_backups(pages: SitePages, language: str, data: DashboardData) -> str:
    """Return the panel about backups: the day and size of the latest, and a note that backups do
    not hold the key."""
    backup = data.last_backup
    last = "" if backup is None else format_day(language, backup.at)
    head = translate(language, "house-backup-last" if backup else "house-backup-none", day=last)
    size = "" if backup is None else _format_decimal(language, backup.megabytes)
    held = "" if backup is None else translate(language, "house-backup-holds", n=backup.tables, size=size)
    how = "" if data.has_recent_backup else translate(language, "house-backup-how")
    small = " ".join(each for each in (held, how) if each)
    rows = (
        ("i-yes" if data.has_recent_backup else "i-hand", head, small),
        ("i-key", translate(language, "house-backup-key"), translate(language, "house-backup-key-why")),
    )
    lines = "".join(
        f'<li>{pages.render_icon(icon, _ICON_VIEW_BOX)}<span class="t"><b>{what}</b><small>{why}</small></span></li>'
        for icon, what, why in rows
    )
    return _render_panel(language, "backup", f'<ul class="lines">{lines}</ul>')


def _format_decimal(language: str, number: float) -> str:
    """Return a number with one decimal, with the decimal sign of the language."""
    text = f"{number:.1f}"
    return text.replace(".", ",") if language == "fr" else text


def _render_reports(language: str, data: DashboardData) -> str:
    """Return the panel that lists the open reports, each with buttons to hide or to keep what was reported."""
    rows = []
    for reported, name in data.reports:
        what = translate(language, "house-report-table") if reported.seat == WHOLE_TABLE else escape(name)
        hidden = f'<input type="hidden" name="table" value="{format_table_id(TableId(reported.tab))}"><input type="hidden" name="seat" value="{reported.seat}">'
        buttons = "".join(
            f'<button class="mini-btn" name="do" value="{deed}">{translate(language, f"house-report-{deed}")}</button>'
            for deed in ("hide", "keep")
        )
        rows.append(
            f'<li><span class="t"><b>{what}</b><small>{format_day(language, reported.at)}, {translate(language, "house-report-by", n=reported.count)}</small></span><form method="post" action="/house/reports" class="pairs">{hidden}{buttons}</form></li>'
        )
    nothing = f"<p>{translate(language, 'house-reports-none')}</p>"
    return _render_panel(language, "reports", f'<ul class="lines">{"".join(rows)}</ul>' if rows else nothing)


def _render_counts(pages: SitePages, language: str, data: DashboardData) -> str:
    """Return the panel with the numbers of open tables, finished tables, people, and open
    sockets."""
    rows = "".join(
        f"<li><span>{translate(language, f'house-{name}')}</span><b>{number}</b></li>"
        for name, number in (
            ("open", data.totals.open_tables),
            ("over", data.totals.finished_tables),
            ("people", data.totals.people),
            ("present", data.present_count),
        )
    )
    hidden = f'<p class="remark">{pages.render_icon("i-eye", _ICON_VIEW_BOX)}<span>{translate(language, "house-no-hand")}</span></p>'
    return _render_panel(language, "numbers", f'<ul class="ld">{rows}</ul>{hidden}')


def _render_load(language: str, data: DashboardData) -> str:
    """Return the panel with the machine's load: a meter and a number each for processor, memory,
    disk and answer time. Memory is left out if it is unknown."""
    load = data.load
    rows = [("processor", load.processor_percent / 100, translate(language, "house-percent", n=load.processor_percent))]
    if load.memory_gibibytes is not None:
        rows.append(
            (
                "memory",
                load.memory_gibibytes[0] / load.memory_gibibytes[1],
                _format_used_of_total(language, load.memory_gibibytes),
            )
        )
    rows.append(
        ("disk", load.disk_gibibytes[0] / load.disk_gibibytes[1], _format_used_of_total(language, load.disk_gibibytes))
    )
    rows.append(
        (
            "answer",
            load.median_answer_milliseconds / FULL_METER_MILLISECONDS,
            f"{load.median_answer_milliseconds}\u00a0ms",
        )
    )
    shown = "".join(
        f"<li><span>{translate(language, f'house-{name}')}</span>{_render_meter(part)}<b>{words}</b></li>"
        for name, part, words in rows
    )
    return _render_panel(language, "load", f'<ul class="ld">{shown}</ul>')


def _format_used_of_total(language: str, used_and_total: tuple[float, float]) -> str:
    """Return "used of total" in words. Numbers below 10 have one decimal, others none."""
    used, all_ = (f"{each:.1f}" if each < 10 else f"{each:.0f}" for each in used_and_total)
    if language == "fr":
        used, all_ = used.replace(".", ","), all_.replace(".", ",")
    return translate(language, "house-of", used=used, all=all_)


def _render_meter(part: float) -> str:
    """Return a meter of `METER_BARS` bars as HTML, filled up to `part` (0 to 1).

    It is hidden from screen readers, which read the number beside it.
    """
    on = min(METER_BARS, max(0, round(part * METER_BARS)))
    return f'<span class="bars" aria-hidden="true">{"<i class=on></i>" * on}{"<i></i>" * (METER_BARS - on)}</span>'


def _render_audit_log(visitor: Visitor, data: DashboardData) -> str:
    """Return the panel that lists the latest actions, newest first: by this admin, by another
    admin, or by a command."""
    language = visitor.language
    rows = []
    for each in data.audit_log:
        actor = "you" if each.person == visitor.person else "command" if each.person is None else "other"
        deed = translate(language, f"house-did-{each.what}", who=actor, about=escape(each.about))
        rows.append(f'<li><span class="num">{format_day(language, each.at)}</span><span>{deed}</span></li>')
    return _render_panel(language, "register", f'<ul class="au">{"".join(rows)}</ul>')


def _render_leave_form(language: str) -> str:
    """Return the form with the button by which an admin stops being one."""
    return f'<form class="leave" method="post" action="/house/leave"><button class="mini-btn">{translate(language, "house-leave")}</button></form>'


def _render_saved_note(language: str, is_saved: bool) -> str:
    """Return the note that a setting was saved, or "" if it was not."""
    return f'<p class="kept" role="status">{translate(language, "house-kept")}</p>' if is_saved else ""


def _render_panel(language: str, name: str, inside: str) -> str:
    """Return a panel of the dashboard with this id and its title. `inside` is HTML."""
    return f'<section class="pane" id="{name}"><h2>{translate(language, f"house-{name}-title")}</h2>{inside}</section>'
