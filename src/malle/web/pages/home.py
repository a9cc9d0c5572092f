"""The home page, each game's page with its options, the list of rulebooks, and the page about
Malle.

No page here knows which game it shows. Cover, colours, length and sentences come from the game's
`GameInfo` and folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeVar
from urllib.parse import urlencode

from malle.core import GameInfo, Option
from malle.core.robots.robot import LEVELS
from malle.games import OWN_GAMES
from malle.games.custom_editions import CustomEdition
from malle.runtime.history.my_games import MyGame
from malle.runtime.seats.join_codes import ListedTable
from malle.web.account import visitor_games
from malle.web.layout import (
    AnyRequest,
    Layout,
    get_language,
    has_game_message,
    render_language_switch,
    translate,
    translate_for_game,
)
from malle.web.pages.about_edition import render_mark_counts
from malle.web.pages.game_length import estimate_minutes, format_minutes
from malle.web.pages.options import to_form_value, translate_choice, translate_option
from malle.web.pages.rights import render_rights_table, render_scan_credit, render_subtitle
from malle.web.pages.usual_settings import (
    DECISION_SECONDS,
    READING_SPEEDS,
    SPECTATOR_DELAYS,
    describe_settings,
    get_booklet_options,
    get_changed_settings,
)
from malle.web.security.device_cookie import read_device_secret

MAX_TICKETS_SHOWN = 2
"""How many resumable games the home page lists. A link leads to the others."""
BUTTON_BY_STATE = {"yours": "go", "kept": "go", "over": "end"}
"""Suffix of the `resume-` message on the button, by state of the game; other states use `look`."""

T = TypeVar("T")


class CatalogPages(Layout):
    """Renders the home page, the pages of games, the list of rulebooks and the page about Malle, as
    HTML text."""

    def render_home(
        self,
        request: AnyRequest,
        resumable_games: Sequence[MyGame],
        open_tables: Sequence[ListedTable] = (),
        wrong_code: str | None = None,
    ) -> str:
        """Render the home page: the visitor's resumable games, a field for a join code, a card for
        each game, and the tables open to strangers.

        `wrong_code` is a join code of no table: it stays in the field, with an error.
        """
        language, name = get_language(request), escape(visitor_games.read_name_cookie(request))
        offered = {sheet.name for sheet in self.games}
        resumable_games = [ticket for ticket in resumable_games if ticket.game in offered]
        hello = translate(language, "page-hello", name=name) if name else translate(language, "page-open")
        found = "yes" if len(offered) > 1 and offered <= set(OWN_GAMES) else "no"
        lead = translate(language, "page-lead", n=len(self.games), found=found)
        if resumable_games:
            lead = translate(language, "page-back-to", n=len(resumable_games))
        boxes = "".join(self._render_game_card(language, sheet) for sheet in self.games)
        body = f"""
<header class="hd">{self.render_logo()}<nav class="nav">{self._render_navigation(request)}</nav>{render_language_switch(request)}
<details class="more"><summary class="icon-btn" aria-label="{translate(language, "ui-menu")}">{self.render_icon("i-more", "0 0 24 24")}</summary><nav>{self._render_navigation(request)}</nav></details></header>
<main id="main"{' class="back"' if resumable_games else ""}>{self._render_offline_notice(language)}<section class="lid"><div class="hero"><h1>{hello}</h1><p>{lead}</p></div><div class="desk">{self._render_resumable_games(language, resumable_games)}{render_join_code_form(language, wrong_code)}</div></section>
<div class="brass">{LOCK_SVG}</div>
<section class="shelf"><ul class="boxes">{boxes}</ul>{self._render_open_tables(language, open_tables, title=True)}</section></main>
{self.render_footer(request)}"""
        head = self.render_preview_tags(
            request, translate(language, "page-title"), translate(language, "page-description")
        )
        return self.render_document(
            language,
            translate(language, "page-title"),
            body,
            {"class": "home", "data-path": request.url.path},
            head=head,
        )

    def _render_offline_notice(self, language: str) -> str:
        """Return the hidden notice that the script shows while there is no network."""
        alone = next((sheet.name for sheet in self.games if sheet.solitaire is not None), "")
        link = f' <a href="/solo/{alone}">{translate(language, "page-daily")}</a>' if alone else ""
        return f'<p class="off" id="offline" role="status" hidden>{translate(language, "page-offline")}{link}</p>'

    def _render_navigation(self, request: AnyRequest) -> str:
        """Return the links of the navigation. A browser with a device cookie also gets the link to its games."""
        language = get_language(request)
        played = [("/mine", translate(language, "mine-title"))] if read_device_secret(request) else []
        alone = [sheet for sheet in self.games if sheet.solitaire is not None]
        daily = [(f"/solo/{sheet.name}", translate(language, "page-daily")) for sheet in alone[:1]]
        rules, about = ("/rules", translate(language, "page-rules")), ("/about", translate(language, "page-about"))
        ways = [*played, ("/me", translate(language, "me-title")), rules, *daily, about]
        return "".join(f'<a href="{address}">{label}</a>' for address, label in ways)

    def _render_resumable_games(self, language: str, resumable_games: Sequence[MyGame]) -> str:
        """Return the list of the first resumable games with a link to all games, or "" if there are
        none."""
        if not resumable_games:
            return ""
        first, more = resumable_games[:MAX_TICKETS_SHOWN], resumable_games[MAX_TICKETS_SHOWN:]
        rows = "".join(self._render_resumable_game(language, ticket) for ticket in first)
        more_of_them = translate(language, "resume-more", n=len(more)) if more else translate(language, "mine-title")
        return f'<ul class="runs">{rows}</ul><p class="all"><a href="/mine">{more_of_them}</a></p>'

    def _render_resumable_game(self, language: str, game: MyGame) -> str:
        """Return the list item of one resumable game: its state, title, other players, and a link
        to its table."""
        awaited = escape(", ".join(game.player_name(seat) for seat in game.awaited))
        head = translate(language, f"resume-{game.state}", names=awaited)
        said = " · ".join(
            (self.get_game_title(language, game.sheet, game.game), *filter(None, [escape(", ".join(game.other_names))]))
        )
        go = translate(language, f"resume-{BUTTON_BY_STATE.get(game.state, 'look')}")
        own = " mine" if game.state == "yours" else ""
        return f"""
<li><a class="run{own}" data-game="{game.game}" href="/tables/{game.table}"><i class="mk"></i><span class="tx"><b>{head}</b><span>{said}</span></span><span class="btn">{go}</span></a></li>"""

    def get_game_title(self, language: str, game_info: GameInfo | None, name: str = "") -> str:
        """Return the title of a game as HTML. If its rules or words are not installed, return
        `name` or else the game's short name."""
        if game_info is None or f"{game_info.name}.{language}.ftl" not in self.assets.by_name:
            return escape(name or (game_info.name if game_info else "?"))
        return translate_for_game(game_info, language, "title")

    def _render_game_card(self, language: str, game_info: GameInfo) -> str:
        """Return the card of a game on the home page: cover, facts, and buttons to play with robots or friends."""
        title = translate_for_game(game_info, language, "title")
        facts = " · ".join(
            filter(None, (self._describe_players(language, game_info), self._describe_length(language, game_info)))
        )
        line = (
            f'<span class="p">{translate_for_game(game_info, language, "tagline")}</span>'
            if has_game_message(game_info, "tagline")
            else ""
        )
        play, friends = translate(language, "page-play"), translate(language, "page-friends")
        return f"""
<li class="box" data-game="{game_info.name}"><a href="/games/{game_info.name}"><img src="{self.assets.get_url(f"{game_info.name}.box.svg")}" alt="" width="400" height="500"><h2>{title}</h2><span class="n">{facts}</span>{line}</a>
<form class="go" method="post" action="/tables"><input type="hidden" name="game" value="{game_info.name}"><button class="btn" name="with" value="robots" aria-label="{translate(language, "page-play-game", title=title)}">{play}</button><button class="btn hollow" name="with" value="friends" aria-label="{translate(language, "page-friends-game", title=title)}">{friends}</button></form></li>"""

    def _render_open_tables(self, language: str, open_tables: Sequence[ListedTable], *, title: bool) -> str:
        """Return the tables that are open to strangers, each with a button to join, or "" if there
        is none. With `title`, each row names its game."""
        offered = {game_info.name for game_info in self.games}
        rows = []
        for each in open_tables:
            game_info, host = each.room.game_info, escape(each.host_name)
            if game_info.name not in offered:
                continue
            game = translate_for_game(game_info, language, "title")
            said = translate(
                language, "page-open-row", host=host, free=each.free_seats, seats=len(each.room.table.seat_kinds)
            )
            since = _describe_waiting_time(language, each.minutes_listed)
            rows.append(f"""
<li data-game="{game_info.name}"><i class="mk"></i><span class="tx"><b>{said}</b><small>{f"{game} · {since}" if title else since}</small></span><form method="post" action="/tables/{each.room.id_text}/join"><button class="btn hollow" aria-label="{translate(language, "page-sit-with", host=host, title=game)}">{translate(language, "page-sit")}</button></form></li>""")
        if not rows:
            return ""
        return f'<section class="panel opens" id="open"><h2>{translate(language, "page-open-tables")}</h2><ul>{"".join(rows)}</ul></section>'

    def _describe_players(self, language: str, game_info: GameInfo) -> str:
        """Return the least and greatest number of players in words. With a solitaire, the least is
        one."""
        least, most = game_info.seats[0], game_info.seats[-1]
        if game_info.solitaire is not None:
            least = 1
        key = "page-players-one" if least == most else "page-players-or" if most == least + 1 else "page-players"
        return translate(language, key, least=least, most=most)

    def _describe_length(self, language: str, game_info: GameInfo) -> str:
        """Return the length of a game in words, or "" if it is unknown."""
        minutes = format_minutes(language, game_info)
        return minutes and translate(language, "page-minutes", minutes=minutes)

    def render_footer(self, request: AnyRequest) -> str:
        """Return the footer of a page: links to the site's own pages and to the other language."""
        language = get_language(request)
        links = f'<a href="/about">{translate(language, "page-about")}</a> <a href="/about#source">{translate(language, "page-source")}</a> <a href="/privacy">{translate(language, "privacy-title")}</a> <a href="/legal">{translate(language, "legal-title")}</a> <a href="/accessibility">{translate(language, "accessibility-title")}</a>'
        return f'<footer class="ft"><span>{translate(language, "page-free")}</span><span>{links} {render_language_switch(request, plain=True)}</span></footer>'

    # ---- a game

    def render_game(self, request: AnyRequest, game_info: GameInfo, open_tables: Sequence[ListedTable] = ()) -> str:
        """Render the page of a game: a form that opens a table, the game's tables that are open to
        strangers, and links to rulebook, options and more.

        Settings in the query are kept as hidden fields. The query `with` chooses the main button:
        `robots`, `friends` or `open`.
        """
        language, given = get_language(request), request.query_params
        title, blurb = (
            translate_for_game(game_info, language, "title"),
            translate_for_game(game_info, language, "blurb"),
        )
        seats = _find_choice(given.get("seats", ""), game_info.seats, game_info.default_seats)
        changed = get_changed_settings(game_info, given, self.custom_editions.editions_of(game_info.name))
        number = f'<input type="hidden" name="seats" value="{game_info.seats[0]}">'
        if len(game_info.seats) > 1:
            choices = [
                (str(each), f"{each}{_render_length_note(language, game_info, each)}") for each in game_info.seats
            ]
            number = f'<div class="rowl"><b id="at-table">{translate(language, "page-at-table")}</b>{_render_radio_group("seats", choices, str(seats), "at-table")}</div>'
        if game_info.sides:
            sides = [(str(seat + 1), translate_side(game_info, language, seat)) for seat in range(len(game_info.sides))]
            number += f'<div class="rowl"><b id="sides">{translate(language, "page-you-play")}</b>{_render_radio_group("side", sides, "1", "sides")}</div>'
        if game_info.levels:
            level, levels = _find_choice(given.get("level", ""), LEVELS, LEVELS[0]), _list_level_choices(language)
            number = f'<div class="rowl"><b id="levels">{translate(language, "page-level")}</b>{_render_radio_group("level", levels, level, "levels")}</div>{number}'
        hidden = "".join(
            f'<input type="hidden" name="{escape(key)}" value="{escape(value)}">'
            for key, value in changed
            if key != "level"
        )
        play_with = given.get("with", "")
        play_with = play_with if play_with in ("friends", "open") else "robots"
        known = escape(visitor_games.read_name_cookie(request))
        # Players who are invited want to know by whom.
        is_name_required = play_with != "robots"
        needed = " required autofocus" if is_name_required else ""
        if is_name_required and not known:
            needed += ' aria-describedby="asked"'
        name = f'<label class="rowl"><b>{translate(language, "page-your-name")}</b><input name="name" maxlength="30" autocomplete="nickname" value="{known}"{needed}></label>'
        if is_name_required and not known:
            name = f'<div class="asked"><p id="asked">{translate(language, "page-name-asked")}</p>{name}</div>'
        keys = {"robots": "page-play-now", "friends": "page-with-friends", "open": "page-with-open"}
        ways = {
            value: _render_open_table_button(language, value, key, hollow=value != play_with)
            for value, key in keys.items()
        }
        first = ways.pop(play_with)
        age = "" if game_info.min_age is None else translate(language, "page-age", n=game_info.min_age)
        facts = [("i-players", ", ".join(filter(None, (self._describe_players(language, game_info), age))))]
        if minutes := format_minutes(language, game_info):
            robots = format_minutes(language, game_info, robots=True)
            facts.append(("i-clock", translate(language, "page-minutes-about", minutes=minutes, robots=robots)))
        told = "".join(f"<span>{self.render_icon(icon, '0 0 24 24')}{fact}</span>" for icon, fact in facts)
        edition_digest = dict(changed).get("edition")
        custom_edition = self.render_edition_name(
            language, self.custom_editions[edition_digest] if edition_digest else None
        )
        edition = ""
        if has_game_message(game_info, "edition"):
            more = (
                f'<a href="/games/{game_info.name}/edition">{translate(language, "page-edition-more")}</a>'
                if game_info.edition_info
                else ""
            )
            edition = f'<section class="panel"><h2>{translate(language, "page-edition")}</h2><p>{translate_for_game(game_info, language, "edition")}</p>{render_scan_credit(language, game_info)}{more}<p><small>{translate(language, "page-edition-free")} <a href="/about#rights">{translate(language, "about-rights")}</a></small></p></section>'
        body = f"""
{self.render_header(language, render_language_switch(request), "/")}
<main id="main" class="gamepage"><img class="cover" src="{self.assets.get_url(f"{game_info.name}.box.svg")}" alt="" width="400" height="500">
<div class="tt"><h1>{title}</h1>{render_subtitle(game_info)}<p class="facts">{told}</p>{custom_edition}</div><p class="pitch">{blurb}</p>
<form class="now" method="post" action="/tables"><input type="hidden" name="game" value="{game_info.name}">{hidden}<div class="panel">{number}{name}{first}</div><div class="pair">{"".join(ways.values())}</div></form>{self._render_open_tables(language, open_tables, title=False)}
<div class="beside">{self._render_game_links(language, game_info, request, changed)}{edition}</div></main>
{self.render_footer(request)}"""
        head = self.render_preview_tags(request, title, blurb, game_info.name)
        attributes = {"class": "plain", "data-game": game_info.name}
        return self.render_document(language, f"{title} · Malle", body, attributes, game=game_info.name, head=head)

    def _render_game_links(
        self, language: str, game_info: GameInfo, request: AnyRequest, changed_settings: Sequence[tuple[str, str]]
    ) -> str:
        """Return the links of a game's page: lesson, rulebook, solitaire, correspondence, options.
        Lesson and rulebook keep the chosen edition; the options keep the whole query."""
        query = f"?{escape(request.url.query)}" if request.url.query else ""
        edition_digest = dict(changed_settings).get("edition")
        named = f"?edition={edition_digest}" if edition_digest else ""
        rows = [
            (
                "i-help",
                f"/rules/{game_info.name}{named}",
                translate(language, "page-rules"),
                translate(language, "page-rules-note"),
            )
        ]
        if game_info.lesson is not None:
            learn = (translate(language, "page-learn"), translate(language, "page-learn-note"))
            rows.insert(0, ("i-play", f"/games/{game_info.name}/learn{named}", *learn))
        if game_info.solitaire is not None:
            rows.append(
                (
                    "i-hint",
                    f"/solo/{game_info.name}",
                    translate(language, "page-alone"),
                    translate(language, "page-alone-note"),
                )
            )
        if len(game_info.seats) > 1 or game_info.seats[0] > 1:
            rows.append(
                (
                    "i-hourglass",
                    f"/games/{game_info.name}/pace",
                    translate(language, "pace-row"),
                    translate(language, "pace-row-note"),
                )
            )
        note = describe_settings(
            language, game_info, dict(changed_settings), self.custom_editions.editions_of(game_info.name)
        )
        rows.append(("i-options", f"/games/{game_info.name}/options{query}", translate(language, "page-options"), note))
        made = "".join(
            f'<li><a href="{address}">{self.render_icon(icon, "0 0 24 24")}<span><b>{head}</b><small>{note}</small></span></a></li>'
            for icon, address, head, note in rows
        )
        return f'<ul class="links">{made}</ul>'

    def render_options(self, request: AnyRequest, game_info: GameInfo) -> str:
        """Render the page of a game's options, one card each. Its form leads back to the game's
        page, with the choices as the query."""
        language, given = get_language(request), request.query_params
        custom_edition = next(
            (each for each in self.custom_editions.editions_of(game_info.name) if each.digest == given.get("edition")),
            None,
        )
        cards = "".join(
            self.render_option_card(language, game_info, option, given, custom_edition) for option in game_info.options
        )
        late = [(str(n), translate(language, "page-late-by", n=n)) for n in SPECTATOR_DELAYS]
        cards += render_choice_card(
            translate(language, "page-late"),
            "late",
            late,
            str(_find_choice(given.get("late", ""), SPECTATOR_DELAYS, 0)),
            "0",
        )
        cards = self._render_edition_choice(language, game_info, given) + cards
        tempi = [(each, translate(language, f"page-tempo-{each}")) for each in READING_SPEEDS]
        tempo = _find_choice(given.get("tempo", ""), READING_SPEEDS, "usual")
        cards += render_choice_card(translate(language, "page-tempo"), "tempo", tempi, tempo, "usual")
        if game_info.levels:
            level = _find_choice(given.get("level", ""), LEVELS, LEVELS[0])
            cards = (
                render_choice_card(
                    translate(language, "page-level"), "level", _list_level_choices(language), level, LEVELS[0]
                )
                + cards
            )
        clocks = [(str(n), translate(language, "page-clock-of", n=n // 60)) for n in DECISION_SECONDS]
        chosen = str(_find_choice(given.get("clock", ""), DECISION_SECONDS, 0))
        cards += render_choice_card(translate(language, "page-clock"), "clock", clocks, chosen, "0")
        kept = "".join(
            f'<input type="hidden" name="{name}" value="{escape(given[name])}">'
            for name in ("seats", "with")
            if name in given
        )
        letter = f' data-letter="{translate(language, "page-letter")}"' if game_info.booklet_options else ""
        said = describe_settings(language, game_info, given, self.custom_editions.editions_of(game_info.name))
        state = f'<p id="changes" data-none="{translate(language, "page-changes", n=0)}" data-one="{translate(language, "page-changes", n=1)}" data-many="{translate(language, "page-changes", n=2)}"{letter}>{said}</p>'
        body = f"""
{self.render_header(language, render_language_switch(request), f"/games/{game_info.name}")}
<main id="main" class="optionpage"><h1>{translate(language, "page-options-title")}</h1>{self._render_booklet_options(language, game_info, given, custom_edition)}<form action="/games/{game_info.name}">{kept}<div class="cards">{cards}</div>
<div class="keep">{state}<a class="btn hollow" href="/games/{game_info.name}">{translate(language, "page-restore")}</a><button class="btn">{translate(language, "page-keep")}</button></div></form></main>"""
        title = f"{translate(language, 'page-options')} · {translate_for_game(game_info, language, 'title')}"
        return self.render_document(
            language, title, body, {"class": "plain", "data-game": game_info.name}, game=game_info.name
        )

    def _render_booklet_options(
        self, language: str, game_info: GameInfo, given: Mapping[str, str], custom_edition: CustomEdition | None
    ) -> str:
        """Return what changes if the printed booklet is followed to the letter, with a link that
        chooses that. Return "" if the game has no options for it."""
        if not game_info.booklet_options:
            return ""
        rows = []
        for option in game_info.options:
            if option.name in game_info.booklet_options:
                said, choice = (
                    translate_option(language, game_info, option, custom_edition),
                    game_info.booklet_options[option.name],
                )
                if choice is not True:
                    said = translate(
                        language,
                        "page-letter-choice",
                        option=said,
                        choice=translate_choice(language, game_info, option, choice, custom_edition),
                    )
                rows.append(f"<li>{said}</li>")
        chosen = {name: to_form_value(choice) for name, choice in get_booklet_options(game_info).items()}
        query = escape(urlencode({**given, **chosen}))
        title = translate(language, "page-letter")
        return f'<section class="panel letter"><h2>{title}</h2><p>{translate(language, "page-letter-note")}</p><ul>{"".join(rows)}</ul><a class="btn hollow" href="/games/{game_info.name}/options?{query}">{title}</a></section>'

    def _render_edition_choice(self, language: str, game_info: GameInfo, given: Mapping[str, str]) -> str:
        """Return the choice of edition: the usual one or one of the operator's. Files that cannot
        be played are listed with their error.

        Return "" if the operator has no files for this game.
        """
        boxes = self.custom_editions.editions_of(game_info.name)
        broken = [each for each in self.custom_editions.invalid if each.game == game_info.name]
        if game_info.edition_info is None or not (boxes or broken):
            return ""
        usual = render_mark_counts(language, game_info.edition_info.read_edition(None))
        rows = [("", translate(language, "page-box-usual"), translate(language, "page-box-usual-note"), usual)]
        note = translate(language, "page-box-own")
        rows += [(box.digest, escape(box.name), note, render_mark_counts(language, box.edition)) for box in boxes]
        chosen = _find_choice(given.get("edition", ""), [box.digest for box in boxes], "")
        made = "".join(
            f'<label><input type="radio" name="edition" value="{digest}"{" checked" if digest == chosen else ""}{"" if digest else " data-usual"}><span><b>{name}</b><small>{note}</small><small>{marks}</small></span></label>'
            for digest, name, note, marks in rows
        )
        refused = "".join(
            f'<p class="refused"><b>{escape(each.file)}</b> {translate(language, "page-box-broken")} <small lang="en">{escape(each.sentence)}</small></p>'
            for each in broken
        )
        links = "".join(
            f'<li><a href="/games/{game_info.name}/edition?edition={box.digest}">{translate(language, "page-box-changes", name=escape(box.name))}</a></li>'
            for box in boxes
        )
        return f'<section class="panel tall editions"><h2 id="option-edition">{translate(language, "page-box")}</h2><p>{translate(language, "page-box-note")}</p><div class="seg" role="radiogroup" aria-labelledby="option-edition">{made}</div>{refused}<ul>{links}</ul></section>'

    def render_edition_name(self, language: str, custom_edition: CustomEdition | None) -> str:
        """Return a line that names a custom edition, or "" for the usual edition (`None`)."""
        return (
            ""
            if custom_edition is None
            else f'<p class="facts">{translate(language, "page-of-box", name=escape(custom_edition.name))}</p>'
        )

    def render_option_card(
        self,
        language: str,
        game_info: GameInfo,
        option: Option,
        given: Mapping[str, str],
        custom_edition: CustomEdition | None,
    ) -> str:
        """Return the card of an option with its choices in words. The choice that `given`, the
        query, names is selected, else the default."""
        choices = [
            (to_form_value(choice), translate_choice(language, game_info, option, choice, custom_edition))
            for choice in option.choices
        ]
        chosen = given.get(option.name, "")
        usual = to_form_value(option.default)
        return render_choice_card(
            translate_option(language, game_info, option, custom_edition),
            option.name,
            choices,
            chosen if chosen in dict(choices) else usual,
            usual,
            to_form_value(get_booklet_options(game_info)[option.name]) if game_info.booklet_options else None,
        )

    # ---- the site

    def render_about(self, request: AnyRequest) -> str:
        """Render the page about Malle: what it is, what it promises, whose games these are."""
        language = get_language(request)
        rights = render_rights_table(language, self.games) + render_contact(language, self.contact)
        more = {"rights": rights, "source": self._render_licences_link(language)}
        parts = "".join(
            f'<section class="panel" id="{part}"><h2>{translate(language, f"about-{part}")}</h2><p>{translate(language, f"about-{part}-text")}</p>{more.get(part, "")}</section>'
            for part in ("what", "rights", "chance", "secrets", "source", "host", "author")
        )
        body = f"""
{self.render_header(language, render_language_switch(request), "/")}
<main id="main" class="aboutpage"><h1>{translate(language, "page-about")}</h1>{parts}</main>
{self.render_footer(request)}"""
        return self.render_document(language, f"{translate(language, 'page-about')} · Malle", body, {"class": "plain"})

    def _render_licences_link(self, language: str) -> str:
        """Return a link to the licences of what is shipped with the client."""
        return f'<p><a href="{self.assets.get_url("licences.txt")}">{translate(language, "about-licences")}</a></p>'

    def render_rulebooks(self, request: AnyRequest) -> str:
        """Render the list of rulebooks, one link for each game."""
        language = get_language(request)
        rows = "".join(
            f'<li data-game="{sheet.name}"><a href="/rules/{sheet.name}"><img src="{self.assets.get_url(f"{sheet.name}.box.svg")}" alt="" width="40" height="50"><span><b>{translate_for_game(sheet, language, "title")}</b><small>{self._describe_players(language, sheet)}</small></span></a></li>'
            for sheet in self.games
        )
        body = f"""
{self.render_header(language, render_language_switch(request), "/")}
<main id="main" class="aboutpage"><h1>{translate(language, "page-rules")}</h1><ul class="links">{rows}</ul></main>
{self.render_footer(request)}"""
        return self.render_document(language, f"{translate(language, 'page-rules')} · Malle", body, {"class": "plain"})


LOCK_SVG = (
    '<svg class="lock" viewBox="0 0 120 64" aria-hidden="true"><path d="M14 0h92v40a24 24 0 0 1-24 24H38a24 24 0 0 1-24-24z" fill="#C4871B"/>'
    '<path d="M14 0h92v36a24 24 0 0 1-24 24H38a24 24 0 0 1-24-24z" fill="#EDB63E"/><circle cx="60" cy="24" r="8" fill="#16263A"/>'
    '<path d="M56 26h8l4 20H52z" fill="#16263A"/><circle cx="27" cy="11" r="3.5" fill="#C4871B"/><circle cx="93" cy="11" r="3.5" fill="#C4871B"/></svg>'
)


def render_contact(language: str, contact: str) -> str:
    """Return a line on how to reach the operator, or "" if `contact` is empty. A web or email
    address becomes a link."""
    if not contact:
        return ""
    link = contact if contact.startswith(("http://", "https://")) else f"mailto:{contact}" if "@" in contact else ""
    shown = f'<a href="{escape(link)}">{escape(contact)}</a>' if link else escape(contact)
    return f"<p>{translate(language, 'about-contact')} {shown}</p>"


def render_join_code_form(language: str, wrong_code: str | None = None) -> str:
    """Return the form for a join code. If `wrong_code` is given, it stays in the field, with an
    error."""
    field, told = translate(language, "page-code-field"), ""
    if wrong_code is not None:
        told = f'<p id="wrong" role="alert">{translate(language, "page-code-wrong")}</p>'
    said = ' aria-invalid="true" aria-describedby="wrong" autofocus' if wrong_code is not None else ""
    return f"""
<form class="enter" method="post" action="/code"><label for="code" class="unseen">{field}</label><div><input id="code" name="code" value="{escape(wrong_code or "")}" placeholder="{field}" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go"{said}><button class="btn">{translate(language, "page-code-go")}</button></div>{told}</form>"""


def _describe_waiting_time(language: str, waiting_minutes: int) -> str:
    """Return how long a table has been waiting in words: in minutes below an hour, else in
    hours."""
    return (
        translate(language, "page-since", n=waiting_minutes)
        if waiting_minutes < 60
        else translate(language, "page-since-hours", n=waiting_minutes // 60)
    )


def _render_length_note(language: str, game_info: GameInfo, seats: int) -> str:
    """Return a note on how long a game with this many seats takes, to stand below the number of
    seats. Return "" if unknown.

    Its no-break spaces are replaced, so that it can wrap on a narrow page.
    """
    minutes = estimate_minutes(game_info, seats)
    if minutes is None:
        return ""
    return f"<small>{translate(language, 'page-minutes', minutes=str(minutes))}</small>".replace("\u00a0", " ")


def _render_open_table_button(language: str, value: str, key: str, *, hollow: bool) -> str:
    """Return a submit button that opens a table, with a note on what it means.

    `value` is the way to play, such as `friends`, and `key` the message of the label. `hollow`
    marks a secondary button.
    """
    return f'<button class="btn two{" hollow" if hollow else ""}" name="with" value="{value}"><b>{translate(language, key)}</b><small>{translate(language, f"{key}-note")}</small></button>'


def _render_radio_group(
    name: str,
    choices: Sequence[tuple[str, str]],
    chosen: str,
    label_id: str,
    default: str | None = None,
    booklet_choice: str | None = None,
) -> str:
    """Return radio buttons, one for each (value, label). `label_id` is the id of the element that
    labels the group.

    The values `default` and `booklet_choice` (what the printed booklet prescribes) are marked for
    the script.
    """
    made = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{" checked" if value == chosen else ""}{" data-usual" if value == default else ""}{" data-letter" if value == booklet_choice else ""}><span>{said}</span></label>'
        for value, said in choices
    )
    return f'<div class="seg" role="radiogroup" aria-labelledby="{label_id}">{made}</div>'


def _list_level_choices(language: str) -> list[tuple[str, str]]:
    """Return the levels of robots as (value, label). A label has a word and dots."""
    dots = [f"{'●' * n}{'○' * (len(LEVELS) - n)}" for n in range(1, len(LEVELS) + 1)]
    return [
        (each, f'{translate(language, f"page-level-{each}")}<i class="dots" aria-hidden="true">{dots}</i>')
        for each, dots in zip(LEVELS, dots, strict=True)
    ]


def render_choice_card(
    title: str,
    name: str,
    choices: Sequence[tuple[str, str]],
    chosen: str,
    default: str,
    booklet_choice: str | None = None,
) -> str:
    """Return a card with a question and its choices as (value, label).

    `chosen` is selected; `default` and `booklet_choice` (what the printed booklet prescribes) are
    marked for the script. The layout follows the length of the labels.
    """
    lengths = [len(said.partition("<")[0]) for _, said in choices]
    numbers = sum(length <= 2 for length in lengths)
    look = "" if max(lengths) <= 12 else " mixed" if numbers > 2 and numbers == len(lengths) - 1 else " tall"
    return f'<section class="panel{look}"><h2 id="option-{name}">{title}</h2>{_render_radio_group(name, choices, chosen, f"option-{name}", default, booklet_choice)}</section>'


def translate_side(game_info: GameInfo, language: str, seat: int) -> str:
    """Return the name of the side that a seat plays, or "" if the seats of the game have no
    sides."""
    return (
        translate_for_game(game_info, language, f"role-{game_info.sides[seat]}") if seat < len(game_info.sides) else ""
    )


def _find_choice(text: str, choices: Sequence[T], default: T) -> T:
    """Return the choice whose text is `text`, else the default."""
    return next((each for each in choices if str(each) == text), default)
