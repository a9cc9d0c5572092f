"""The home page, each game's page with its options, the list of rulebooks, and the page about Malle.

No page here knows which game it shows. Cover, colours, length and sentences come from the game's `GameInfo` and
folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeVar
from urllib.parse import urlencode

from malle.core import Option, Sheet
from malle.core.mind import LEVELS
from malle.games import GAMES
from malle.games.boxes import Box
from malle.live.door import OpenTable
from malle.live.mine import MyGame
from malle.web import mine
from malle.web.device import device_of
from malle.web.edition import marks_of
from malle.web.minutes import minutes_of, minutes_said
from malle.web.options import choice_said, option_said, written
from malle.web.page import Asked, Shell, game_has, game_say, language_of, say, switch
from malle.web.rights import rights_table, scan_line, subtitle
from malle.web.usual_settings import CLOCKS, LATE, TEMPI, changed_options, letter_options, settings_said

SEEN = 2
"""Resumable games that the home page lists. A link leads to the others."""
VALUES = {"yours": "go", "kept": "go", "over": "end"}
"""Suffix of the `resume-` message on the button, by state of the game; other states use `look`."""

T = TypeVar("T")


class Shelf(Shell):
    """Renders these pages as HTML text."""

    def home(
        self, request: Asked, tickets: Sequence[MyGame], waiting: Sequence[OpenTable] = (), wrong: str | None = None
    ) -> str:
        """Render the home page: the visitor's resumable games, a field for a join code, a card for each game,
        and the open tables. `wrong_code` is a code that led nowhere: it stays in the field, with an error."""
        language, name = language_of(request), escape(mine.name_of(request))
        offered = {sheet.name for sheet in self.sheets}
        tickets = [ticket for ticket in tickets if ticket.game in offered]
        hello = say(language, "page-hello", name=name) if name else say(language, "page-open")
        found = "yes" if len(offered) > 1 and offered <= set(GAMES) else "no"
        lead = say(language, "page-lead", n=len(self.sheets), found=found)
        if tickets:
            lead = say(language, "page-back-to", n=len(tickets))
        boxes = "".join(self._box(language, sheet) for sheet in self.sheets)
        body = f"""
<header class="hd">{self.mark()}<nav class="nav">{self._ways(request)}</nav>{switch(request)}
<details class="more"><summary class="icon-btn" aria-label="{say(language, "ui-menu")}">{self.icon("i-more", "0 0 24 24")}</summary><nav>{self._ways(request)}</nav></details></header>
<main id="main"{' class="back"' if tickets else ""}>{self._offline(language)}<section class="lid"><div class="hero"><h1>{hello}</h1><p>{lead}</p></div><div class="desk">{self._tickets(language, tickets)}{code_field(language, wrong)}</div></section>
<div class="brass">{LOCK}</div>
<section class="shelf"><ul class="boxes">{boxes}</ul>{self._open(language, waiting, title=True)}</section></main>
{self.footer(request)}"""
        head = self.described(request, say(language, "page-title"), say(language, "page-description"))
        return self.page(
            language, say(language, "page-title"), body, {"class": "home", "data-path": request.url.path}, head=head
        )

    def _offline(self, language: str) -> str:
        """Return the hidden notice that the script shows while there is no network."""
        alone = next((sheet.name for sheet in self.sheets if sheet.solitaire is not None), "")
        link = f' <a href="/solo/{alone}">{say(language, "page-daily")}</a>' if alone else ""
        return f'<p class="off" id="offline" role="status" hidden>{say(language, "page-offline")}{link}</p>'

    def _ways(self, request: Asked) -> str:
        """Return the links of the navigation. A browser with a device cookie also gets the link to its games."""
        language = language_of(request)
        played = [("/mine", say(language, "mine-title"))] if device_of(request) else []
        alone = [sheet for sheet in self.sheets if sheet.solitaire is not None]
        daily = [(f"/solo/{sheet.name}", say(language, "page-daily")) for sheet in alone[:1]]
        rules, about = ("/rules", say(language, "page-rules")), ("/about", say(language, "page-about"))
        ways = [*played, ("/me", say(language, "me-title")), rules, *daily, about]
        return "".join(f'<a href="{address}">{label}</a>' for address, label in ways)

    def _tickets(self, language: str, tickets: Sequence[MyGame]) -> str:
        """Return the list of the first resumable games with a link to all games, or an empty string."""
        if not tickets:
            return ""
        first, more = tickets[:SEEN], tickets[SEEN:]
        rows = "".join(self._ticket(language, ticket) for ticket in first)
        more_of_them = say(language, "resume-more", n=len(more)) if more else say(language, "mine-title")
        return f'<ul class="runs">{rows}</ul><p class="all"><a href="/mine">{more_of_them}</a></p>'

    def _ticket(self, language: str, ticket: MyGame) -> str:
        """Return the list item of one resumable game."""
        awaited = escape(", ".join(ticket.called(seat) for seat in ticket.awaited))
        head = say(language, f"resume-{ticket.state}", names=awaited)
        said = " · ".join(
            (self.title_of(language, ticket.sheet, ticket.game), *filter(None, [escape(", ".join(ticket.others))]))
        )
        go = say(language, f"resume-{VALUES.get(ticket.state, 'look')}")
        own = " mine" if ticket.state == "yours" else ""
        return f"""
<li><a class="run{own}" data-game="{ticket.game}" href="/tables/{ticket.table}"><i class="mk"></i><span class="tx"><b>{head}</b><span>{said}</span></span><span class="btn">{go}</span></a></li>"""

    def title_of(self, language: str, sheet: Sheet | None, name: str = "") -> str:
        """Return the title of a game. If its rules or words are not installed, return its name."""
        if sheet is None or f"{sheet.name}.{language}.ftl" not in self.look.assets:
            return escape(name or (sheet.name if sheet else "?"))
        return game_say(sheet, language, "title")

    def _box(self, language: str, sheet: Sheet) -> str:
        """Return the card of a game on the home page: cover, facts, and buttons to play with robots or friends."""
        title = game_say(sheet, language, "title")
        facts = " · ".join(filter(None, (self._players(language, sheet), self._minutes(language, sheet))))
        line = f'<span class="p">{game_say(sheet, language, "tagline")}</span>' if game_has(sheet, "tagline") else ""
        play, friends = say(language, "page-play"), say(language, "page-friends")
        return f"""
<li class="box" data-game="{sheet.name}"><a href="/games/{sheet.name}"><img src="{self.look.address(f"{sheet.name}.box.svg")}" alt="" width="400" height="500"><h2>{title}</h2><span class="n">{facts}</span>{line}</a>
<form class="go" method="post" action="/tables"><input type="hidden" name="game" value="{sheet.name}"><button class="btn" name="with" value="robots" aria-label="{say(language, "page-play-game", title=title)}">{play}</button><button class="btn hollow" name="with" value="friends" aria-label="{say(language, "page-friends-game", title=title)}">{friends}</button></form></li>"""

    def _open(self, language: str, waiting: Sequence[OpenTable], *, title: bool) -> str:
        """Return the tables that are open to everybody, each with a button to join. Empty if no table is open.
        With `title`, each row names its game."""
        offered = {sheet.name for sheet in self.sheets}
        rows = []
        for each in waiting:
            sheet, host = each.room.sheet, escape(each.host)
            if sheet.name not in offered:
                continue
            game = game_say(sheet, language, "title")
            said = say(language, "page-open-row", host=host, free=each.free, seats=len(each.room.table.kinds))
            since = _since(language, each.minutes)
            rows.append(f"""
<li data-game="{sheet.name}"><i class="mk"></i><span class="tx"><b>{said}</b><small>{f"{game} · {since}" if title else since}</small></span><form method="post" action="/tables/{each.room.text}/join"><button class="btn hollow" aria-label="{say(language, "page-sit-with", host=host, title=game)}">{say(language, "page-sit")}</button></form></li>""")
        if not rows:
            return ""
        return f'<section class="panel opens" id="open"><h2>{say(language, "page-open-tables")}</h2><ul>{"".join(rows)}</ul></section>'

    def _players(self, language: str, sheet: Sheet) -> str:
        """Return the numbers of players in words. A game with a solitaire counts from one."""
        least, most = sheet.seats[0], sheet.seats[-1]
        if sheet.solitaire is not None:
            least = 1
        key = "page-players-one" if least == most else "page-players-or" if most == least + 1 else "page-players"
        return say(language, key, least=least, most=most)

    def _minutes(self, language: str, sheet: Sheet) -> str:
        """Return the length of a game in words, or an empty string if it is unknown."""
        minutes = minutes_said(language, sheet)
        return minutes and say(language, "page-minutes", minutes=minutes)

    def footer(self, request: Asked) -> str:
        """Return the footer of a page: links to the site's own pages and to the other language."""
        language = language_of(request)
        links = f'<a href="/about">{say(language, "page-about")}</a> <a href="/about#source">{say(language, "page-source")}</a> <a href="/privacy">{say(language, "privacy-title")}</a> <a href="/legal">{say(language, "legal-title")}</a> <a href="/accessibility">{say(language, "accessibility-title")}</a>'
        return f'<footer class="ft"><span>{say(language, "page-free")}</span><span>{links} {switch(request, plain=True)}</span></footer>'

    # ---- a game

    def game(self, request: Asked, sheet: Sheet, waiting: Sequence[OpenTable] = ()) -> str:
        """Render the page of a game: a form to play at once, the other ways to play, and links to everything
        else. Settings in the query are kept as hidden fields."""
        language, given = language_of(request), request.query_params
        title, blurb = game_say(sheet, language, "title"), game_say(sheet, language, "blurb")
        seats = _given(given.get("seats", ""), sheet.seats, sheet.usual_seats)
        changed = changed_options(sheet, given, self.boxes.of(sheet.name))
        number = f'<input type="hidden" name="seats" value="{sheet.seats[0]}">'
        if len(sheet.seats) > 1:
            choices = [(str(each), f"{each}{_lasting(language, sheet, each)}") for each in sheet.seats]
            number = f'<div class="rowl"><b id="at-table">{say(language, "page-at-table")}</b>{_choices("seats", choices, str(seats), "at-table")}</div>'
        if sheet.sides:
            sides = [(str(seat + 1), side_of(sheet, language, seat)) for seat in range(len(sheet.sides))]
            number += f'<div class="rowl"><b id="sides">{say(language, "page-you-play")}</b>{_choices("side", sides, "1", "sides")}</div>'
        if sheet.levels:
            level, levels = _given(given.get("level", ""), LEVELS, LEVELS[0]), _levels(language)
            number = f'<div class="rowl"><b id="levels">{say(language, "page-level")}</b>{_choices("level", levels, level, "levels")}</div>{number}'
        hidden = "".join(
            f'<input type="hidden" name="{escape(key)}" value="{escape(value)}">'
            for key, value in changed
            if key != "level"
        )
        wished = given.get("with", "")
        wished = wished if wished in ("friends", "open") else "robots"
        known = escape(mine.name_of(request))
        # Players who are invited want to know by whom.
        asked = wished != "robots"
        needed = " required autofocus" if asked else ""
        if asked and not known:
            needed += ' aria-describedby="asked"'
        name = f'<label class="rowl"><b>{say(language, "page-your-name")}</b><input name="name" maxlength="30" autocomplete="nickname" value="{known}"{needed}></label>'
        if asked and not known:
            name = f'<div class="asked"><p id="asked">{say(language, "page-name-asked")}</p>{name}</div>'
        keys = {"robots": "page-play-now", "friends": "page-with-friends", "open": "page-with-open"}
        ways = {value: _way(language, value, key, hollow=value != wished) for value, key in keys.items()}
        first = ways.pop(wished)
        age = "" if sheet.age is None else say(language, "page-age", n=sheet.age)
        facts = [("i-players", ", ".join(filter(None, (self._players(language, sheet), age))))]
        if minutes := minutes_said(language, sheet):
            robots = minutes_said(language, sheet, robots=True)
            facts.append(("i-clock", say(language, "page-minutes-about", minutes=minutes, robots=robots)))
        told = "".join(f"<span>{self.icon(icon, '0 0 24 24')}{fact}</span>" for icon, fact in facts)
        own = dict(changed).get("edition")
        box = self.of_box(language, self.boxes[own] if own else None)
        edition = ""
        if game_has(sheet, "edition"):
            more = (
                f'<a href="/games/{sheet.name}/edition">{say(language, "page-edition-more")}</a>' if sheet.paper else ""
            )
            edition = f'<section class="panel"><h2>{say(language, "page-edition")}</h2><p>{game_say(sheet, language, "edition")}</p>{scan_line(language, sheet)}{more}<p><small>{say(language, "page-edition-free")} <a href="/about#rights">{say(language, "about-rights")}</a></small></p></section>'
        body = f"""
{self.bar(language, switch(request), "/")}
<main id="main" class="gamepage"><img class="cover" src="{self.look.address(f"{sheet.name}.box.svg")}" alt="" width="400" height="500">
<div class="tt"><h1>{title}</h1>{subtitle(sheet)}<p class="facts">{told}</p>{box}</div><p class="pitch">{blurb}</p>
<form class="now" method="post" action="/tables"><input type="hidden" name="game" value="{sheet.name}">{hidden}<div class="panel">{number}{name}{first}</div><div class="pair">{"".join(ways.values())}</div></form>{self._open(language, waiting, title=False)}
<div class="beside">{self._rows(language, sheet, request, changed)}{edition}</div></main>
{self.footer(request)}"""
        head = self.described(request, title, blurb, sheet.name)
        attributes = {"class": "plain", "data-game": sheet.name}
        return self.page(language, f"{title} · Malle", body, attributes, game=sheet.name, head=head)

    def _rows(self, language: str, sheet: Sheet, request: Asked, changed: Sequence[tuple[str, str]]) -> str:
        """Return the links of a game page: lesson, rulebook, solitaire, correspondence, options. They keep the
        chosen edition."""
        query = f"?{escape(request.url.query)}" if request.url.query else ""
        own = dict(changed).get("edition")
        named = f"?edition={own}" if own else ""
        rows = [
            ("i-help", f"/rules/{sheet.name}{named}", say(language, "page-rules"), say(language, "page-rules-note"))
        ]
        if sheet.lesson is not None:
            learn = (say(language, "page-learn"), say(language, "page-learn-note"))
            rows.insert(0, ("i-play", f"/games/{sheet.name}/learn{named}", *learn))
        if sheet.solitaire is not None:
            rows.append(
                ("i-hint", f"/solo/{sheet.name}", say(language, "page-alone"), say(language, "page-alone-note"))
            )
        if len(sheet.seats) > 1 or sheet.seats[0] > 1:
            rows.append(
                ("i-hourglass", f"/games/{sheet.name}/pace", say(language, "pace-row"), say(language, "pace-row-note"))
            )
        note = settings_said(language, sheet, dict(changed), self.boxes.of(sheet.name))
        rows.append(("i-options", f"/games/{sheet.name}/options{query}", say(language, "page-options"), note))
        made = "".join(
            f'<li><a href="{address}">{self.icon(icon, "0 0 24 24")}<span><b>{head}</b><small>{note}</small></span></a></li>'
            for icon, address, head, note in rows
        )
        return f'<ul class="links">{made}</ul>'

    def options(self, request: Asked, sheet: Sheet) -> str:
        """Render the options of a game, one card each. The form sends them to the game's page as its query."""
        language, given = language_of(request), request.query_params
        box = next((each for each in self.boxes.of(sheet.name) if each.digest == given.get("edition")), None)
        cards = "".join(self.option_card(language, sheet, option, given, box) for option in sheet.options)
        late = [(str(n), say(language, "page-late-by", n=n)) for n in LATE]
        cards += card(say(language, "page-late"), "late", late, str(_given(given.get("late", ""), LATE, 0)), "0")
        cards = self._editions(language, sheet, given) + cards
        tempi = [(each, say(language, f"page-tempo-{each}")) for each in TEMPI]
        tempo = _given(given.get("tempo", ""), TEMPI, "usual")
        cards += card(say(language, "page-tempo"), "tempo", tempi, tempo, "usual")
        if sheet.levels:
            level = _given(given.get("level", ""), LEVELS, LEVELS[0])
            cards = card(say(language, "page-level"), "level", _levels(language), level, LEVELS[0]) + cards
        clocks = [(str(n), say(language, "page-clock-of", n=n // 60)) for n in CLOCKS]
        chosen = str(_given(given.get("clock", ""), CLOCKS, 0))
        cards += card(say(language, "page-clock"), "clock", clocks, chosen, "0")
        kept = "".join(
            f'<input type="hidden" name="{name}" value="{escape(given[name])}">'
            for name in ("seats", "with")
            if name in given
        )
        letter = f' data-letter="{say(language, "page-letter")}"' if sheet.letter else ""
        said = settings_said(language, sheet, given, self.boxes.of(sheet.name))
        state = f'<p id="changes" data-none="{say(language, "page-changes", n=0)}" data-one="{say(language, "page-changes", n=1)}" data-many="{say(language, "page-changes", n=2)}"{letter}>{said}</p>'
        body = f"""
{self.bar(language, switch(request), f"/games/{sheet.name}")}
<main id="main" class="optionpage"><h1>{say(language, "page-options-title")}</h1>{self._letter(language, sheet, given, box)}<form action="/games/{sheet.name}">{kept}<div class="cards">{cards}</div>
<div class="keep">{state}<a class="btn hollow" href="/games/{sheet.name}">{say(language, "page-restore")}</a><button class="btn">{say(language, "page-keep")}</button></div></form></main>"""
        title = f"{say(language, 'page-options')} · {game_say(sheet, language, 'title')}"
        return self.page(language, title, body, {"class": "plain", "data-game": sheet.name}, game=sheet.name)

    def _letter(self, language: str, sheet: Sheet, given: Mapping[str, str], box: Box | None) -> str:
        """Return what changes if the booklet is followed to the letter, with a link that chooses it. Empty if
        the game has no such options."""
        if not sheet.letter:
            return ""
        rows = []
        for option in sheet.options:
            if option.name in sheet.letter:
                said, choice = option_said(language, sheet, option, box), sheet.letter[option.name]
                if choice is not True:
                    said = say(
                        language,
                        "page-letter-choice",
                        option=said,
                        choice=choice_said(language, sheet, option, choice, box),
                    )
                rows.append(f"<li>{said}</li>")
        chosen = {name: written(choice) for name, choice in letter_options(sheet).items()}
        query = escape(urlencode({**given, **chosen}))
        title = say(language, "page-letter")
        return f'<section class="panel letter"><h2>{title}</h2><p>{say(language, "page-letter-note")}</p><ul>{"".join(rows)}</ul><a class="btn hollow" href="/games/{sheet.name}/options?{query}">{title}</a></section>'

    def _editions(self, language: str, sheet: Sheet, given: Mapping[str, str]) -> str:
        """Return the choice of edition: the usual one or one of the operator's. Files that cannot be played are
        listed with their error. Empty if the operator has no files for this game."""
        boxes = self.boxes.of(sheet.name)
        broken = [each for each in self.boxes.broken if each.game == sheet.name]
        if sheet.paper is None or not (boxes or broken):
            return ""
        usual = marks_of(language, sheet.paper.read(None))
        rows = [("", say(language, "page-box-usual"), say(language, "page-box-usual-note"), usual)]
        note = say(language, "page-box-own")
        rows += [(box.digest, escape(box.name), note, marks_of(language, box.edition)) for box in boxes]
        chosen = _given(given.get("edition", ""), [box.digest for box in boxes], "")
        made = "".join(
            f'<label><input type="radio" name="edition" value="{digest}"{" checked" if digest == chosen else ""}{"" if digest else " data-usual"}><span><b>{name}</b><small>{note}</small><small>{marks}</small></span></label>'
            for digest, name, note, marks in rows
        )
        refused = "".join(
            f'<p class="refused"><b>{escape(each.file)}</b> {say(language, "page-box-broken")} <small lang="en">{escape(each.sentence)}</small></p>'
            for each in broken
        )
        links = "".join(
            f'<li><a href="/games/{sheet.name}/edition?edition={box.digest}">{say(language, "page-box-changes", name=escape(box.name))}</a></li>'
            for box in boxes
        )
        return f'<section class="panel tall editions"><h2 id="option-edition">{say(language, "page-box")}</h2><p>{say(language, "page-box-note")}</p><div class="seg" role="radiogroup" aria-labelledby="option-edition">{made}</div>{refused}<ul>{links}</ul></section>'

    def of_box(self, language: str, box: Box | None) -> str:
        """Return a line that names the edition, or an empty string for the usual one."""
        return "" if box is None else f'<p class="facts">{say(language, "page-of-box", name=escape(box.name))}</p>'

    def option_card(
        self, language: str, sheet: Sheet, option: Option, given: Mapping[str, str], box: Box | None
    ) -> str:
        """Return the card of an option with its choices in words. The choice in `given` is selected, else the
        default."""
        choices = [(written(choice), choice_said(language, sheet, option, choice, box)) for choice in option.choices]
        chosen = given.get(option.name, "")
        usual = written(option.default)
        return card(
            option_said(language, sheet, option, box),
            option.name,
            choices,
            chosen if chosen in dict(choices) else usual,
            usual,
            written(letter_options(sheet)[option.name]) if sheet.letter else None,
        )

    # ---- the site

    def about(self, request: Asked) -> str:
        """Render the page about Malle: what it is, what it promises, whose games these are."""
        language = language_of(request)
        rights = rights_table(language, self.sheets) + contact_line(language, self.contact)
        more = {"rights": rights, "source": self._licences(language)}
        parts = "".join(
            f'<section class="panel" id="{part}"><h2>{say(language, f"about-{part}")}</h2><p>{say(language, f"about-{part}-text")}</p>{more.get(part, "")}</section>'
            for part in ("what", "rights", "chance", "secrets", "source", "host", "author")
        )
        body = f"""
{self.bar(language, switch(request), "/")}
<main id="main" class="aboutpage"><h1>{say(language, "page-about")}</h1>{parts}</main>
{self.footer(request)}"""
        return self.page(language, f"{say(language, 'page-about')} · Malle", body, {"class": "plain"})

    def _licences(self, language: str) -> str:
        """Return a link to the licences of what is shipped with the client."""
        return f'<p><a href="{self.look.address("licences.txt")}">{say(language, "about-licences")}</a></p>'

    def rulebooks(self, request: Asked) -> str:
        """Render the list of rulebooks, one link for each game."""
        language = language_of(request)
        rows = "".join(
            f'<li data-game="{sheet.name}"><a href="/rules/{sheet.name}"><img src="{self.look.address(f"{sheet.name}.box.svg")}" alt="" width="40" height="50"><span><b>{game_say(sheet, language, "title")}</b><small>{self._players(language, sheet)}</small></span></a></li>'
            for sheet in self.sheets
        )
        body = f"""
{self.bar(language, switch(request), "/")}
<main id="main" class="aboutpage"><h1>{say(language, "page-rules")}</h1><ul class="links">{rows}</ul></main>
{self.footer(request)}"""
        return self.page(language, f"{say(language, 'page-rules')} · Malle", body, {"class": "plain"})


LOCK = (
    '<svg class="lock" viewBox="0 0 120 64" aria-hidden="true"><path d="M14 0h92v40a24 24 0 0 1-24 24H38a24 24 0 0 1-24-24z" fill="#C4871B"/>'
    '<path d="M14 0h92v36a24 24 0 0 1-24 24H38a24 24 0 0 1-24-24z" fill="#EDB63E"/><circle cx="60" cy="24" r="8" fill="#16263A"/>'
    '<path d="M56 26h8l4 20H52z" fill="#16263A"/><circle cx="27" cy="11" r="3.5" fill="#C4871B"/><circle cx="93" cy="11" r="3.5" fill="#C4871B"/></svg>'
)


def contact_line(language: str, contact: str) -> str:
    """Return a line on how to reach the operator, or an empty string. A web or email address becomes a link."""
    if not contact:
        return ""
    link = contact if contact.startswith(("http://", "https://")) else f"mailto:{contact}" if "@" in contact else ""
    shown = f'<a href="{escape(link)}">{escape(contact)}</a>' if link else escape(contact)
    return f"<p>{say(language, 'about-contact')} {shown}</p>"


def code_field(language: str, wrong: str | None = None) -> str:
    """Return the form for a join code. If `wrong_code` is given, it stays in the field, with an error."""
    field, told = say(language, "page-code-field"), ""
    if wrong is not None:
        told = f'<p id="wrong" role="alert">{say(language, "page-code-wrong")}</p>'
    said = ' aria-invalid="true" aria-describedby="wrong" autofocus' if wrong is not None else ""
    return f"""
<form class="enter" method="post" action="/code"><label for="code" class="unseen">{field}</label><div><input id="code" name="code" value="{escape(wrong or "")}" placeholder="{field}" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go"{said}><button class="btn">{say(language, "page-code-go")}</button></div>{told}</form>"""


def _since(language: str, minutes: int) -> str:
    """Return how long a table has been waiting, in minutes or hours."""
    return (
        say(language, "page-since", n=minutes) if minutes < 60 else say(language, "page-since-hours", n=minutes // 60)
    )


def _lasting(language: str, sheet: Sheet, seats: int) -> str:
    """Return how long a game with this many seats takes, to stand below the number. Empty if unknown. The line
    may break where the page is narrow."""
    minutes = minutes_of(sheet, seats)
    if minutes is None:
        return ""
    return f"<small>{say(language, 'page-minutes', minutes=str(minutes))}</small>".replace("\u00a0", " ")


def _way(language: str, value: str, key: str, *, hollow: bool) -> str:
    """Return a submit button that opens a table in one of the ways (`value`), with a note on what it means.
    `hollow` marks a secondary button."""
    return f'<button class="btn two{" hollow" if hollow else ""}" name="with" value="{value}"><b>{say(language, key)}</b><small>{say(language, f"{key}-note")}</small></button>'


def _choices(
    name: str,
    choices: Sequence[tuple[str, str]],
    chosen: str,
    labelled: str,
    usual: str | None = None,
    letter: str | None = None,
) -> str:
    """Return radio buttons, one for each (value, label). `label_id` is the element that labels the group. The
    default and the booklet's choice are marked for the script."""
    made = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{" checked" if value == chosen else ""}{" data-usual" if value == usual else ""}{" data-letter" if value == letter else ""}><span>{said}</span></label>'
        for value, said in choices
    )
    return f'<div class="seg" role="radiogroup" aria-labelledby="{labelled}">{made}</div>'


def _levels(language: str) -> list[tuple[str, str]]:
    """Return the levels of robots as (value, label), in words and in dots."""
    dots = [f"{'●' * n}{'○' * (len(LEVELS) - n)}" for n in range(1, len(LEVELS) + 1)]
    return [
        (each, f'{say(language, f"page-level-{each}")}<i class="dots" aria-hidden="true">{dots}</i>')
        for each, dots in zip(LEVELS, dots, strict=True)
    ]


def card(
    title: str, name: str, choices: Sequence[tuple[str, str]], chosen: str, usual: str, letter: str | None = None
) -> str:
    """Return a card with a question and its choices as (value, label). The selected choice, the default and the
    booklet's choice are marked. The layout follows the length of the labels."""
    lengths = [len(said.partition("<")[0]) for _, said in choices]
    numbers = sum(length <= 2 for length in lengths)
    look = "" if max(lengths) <= 12 else " mixed" if numbers > 2 and numbers == len(lengths) - 1 else " tall"
    return f'<section class="panel{look}"><h2 id="option-{name}">{title}</h2>{_choices(name, choices, chosen, f"option-{name}", usual, letter)}</section>'


def side_of(sheet: Sheet, language: str, seat: int) -> str:
    """Return the name of the side that a seat plays, or an empty string if all seats are alike."""
    return game_say(sheet, language, f"role-{sheet.sides[seat]}") if seat < len(sheet.sides) else ""


def _given(text: str, choices: Sequence[T], usual: T) -> T:
    """Return the choice that this text names, else the default."""
    return next((each for each in choices if str(each) == text), usual)
