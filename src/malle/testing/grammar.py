"""Checks that no name and no number breaks the grammar of a message.

`check_message_grammar(folder)` fills in every message of a folder's word files, in both languages. Names begin with a
vowel, an h, a digit or an emoji; numbers are 0, 1, 2, 1,000 and others; every variant is used. Each sentence is matched
against patterns that no correct sentence contains: "de Inès", "1 ans", "a officer", two stops, a message key, an
argument left unfilled. The check knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path

from fluent.syntax import ast, parse
from fluent.syntax.visitor import Visitor

from malle.core import Luck, Refused, Say
from malle.testing.faults import Fault, Faults
from malle.words import HOUSE, LANGUAGES, Words

NAMES = ("Inès", "Élodie", "Oscar", "Paul", "Hélène", "Yann", "2 Pac", "🦊", "d’Artagnan")
NUMBERS = (0, 1, 2, 8, 11, 21, 1000, -350)
PEOPLE = frozenset({"seat", "who", "traveller", "officer", "next", "winners", "names", "name", "host", "wrong"})
"""Arguments that are a person's name, also in messages that do not distinguish the reader."""
PLACES = frozenset({"cell", "square", "pair", "tile", "card"})
"""Arguments that are things or places, never numbers."""
THINGS = {"fr": ("Ivoire", "une pièce à un point"), "en": ("Ivory", "a tile with one junction")}
NOTHING = {"fr": "rien", "en": "nothing"}
MAY_BE_NOTHING = frozenset({"cards", "claim", "laid"})
TITLES = {"fr": ("Rien à déclarer\u00a0?", "Opéra"), "en": ("Nothing to declare?", "Opera")}
MOST = 200
"""Most ways in which one message is filled in. If there are more, this many are drawn."""

V = "aàâeéèêëiîïoôöuùûœæAÀÂEÉÈÊËIÎÏOÔÖUÙÛŒÆ"
SP = "[ \u00a0\u202f]"
BEFORE = rf"\**(?=[{V}])(?!onz|[A-Z]\b)"
_SINGULAR_S = "fois|pas|plus|sans|dans|puis|pris|tapis|temps|mois|dessous|jamais|as|deux|trois|six|dix"
FRENCH = {
    "elision": rf"(?<!-)\b(?:[DdJjLlMmNnSsTtCc]e|(?:[Jj]us|[Ll]ors|[Pp]uis|[Qq]uoi)?[Qq]ue){SP}{BEFORE}(?!oui|un\b)",
    "la before a vowel": rf"(?<!-)\b[Ll]a{SP}{BEFORE}(?!un\b)",
    "si il": r"\b[Ss]i ils?\b",
    "one, plural": rf"(?<![\d\u202f\u00a0·+×])\b1{SP}(?!(?:{_SINGULAR_S})\b)[a-zà-ÿ]+[sx]\b",
    "nought, plural": rf"(?<![\d\u202f\u00a0])\b0{SP}(?!(?:{_SINGULAR_S})\b)[a-zà-ÿ]+[sx]\b",
    "no ne": r"(?<!ne )(?<!n’)\b(?:(?:déclare|cache|montre)[sz]?|pren(?:d|ez)|avez|paie|payez|vend) rien\b",
    "contraction": r"\b(?:[Àà]|[Dd]e) les? (?!\w+(?:er|ir|re|oir)\b)(?!yeux)",
    "agreement with vous": r"\b[Vv]ous (?:(?:a|ont|avait) \w+(?:é|i|u|is|it)|seule?|êtes \w+ée?)\b",
    "clumsy marks": r"\w[·.]e(?:u?se)?(?:[·.]?s)?\b|\(e\)|\w/e\b|\w-e-s\b",
    "plain space": r"(?<=\S) [:;!?»]|« |(?<=\d) (?=\d{3}\b)|(?<=\d) [FM]\b",
    "English genitive": r"\w[’']s\b",
}
ENGLISH = {
    "one, plural": rf"(?<![\d,.\u00a0])\b1{SP}(?!is|was|has|less|across|pass|plus|this|as|customs)[a-z]+s\b(?<!ss)",
    "a before a vowel": rf"\b[Aa]{SP}\**(?:(?=[aeioAEIO])(?!one|eu)|(?=8|11\b|18\b))",
    "an before a consonant": r"\b[Aa]n (?=[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z])(?![A-Z]\b)",
    "French space": r"[\u00a0\u202f ](?:[:;!](?!\))|\?(?! for))",
    "plain space": r"(?<=\d) [FM]\b",
}
BOTH = {
    "two stops": rf"[?!…]{SP}?\.(?!\.)|[?!]{SP}?,|(?<!\.)\.\.(?!\.)|,,|:{SP}*[.,;]|\.{SP}*[,;]|;;",
    "stray space": r" [,.](?!\.\.)|  |^ | $",
    "straight apostrophe": r"\w'\w",
    "raw key or hole": r"\$\w+|\{ ?\w* ?\}|\bNone\b(?! of)|\bSay\(|\b(?:pool|cash|gain|short)\)"
    r"|\b(?:card|square|event|option|screen|prompt|phase|name)-[a-z]+\b",
    "empty": rf"«{SP}*»|“{SP}*”|\({SP}*\)|\*\*\*\*",
    "a word twice": r"\b([a-zà-ÿ]{2,}) \1\b(?<!vous vous)(?<!nous nous)",
    "hyphen for minus": r"(?<![\w\u2011)])-\d",
}
LAWS = {
    language: {law: re.compile(pattern) for law, pattern in (own | BOTH).items()}
    for language, own in (("fr", FRENCH), ("en", ENGLISH))
}
FOREIGN = frozenset({"original-title"})
"""Messages in the language of the box, which are not checked."""
GLUED = ("compose-", "table-columns", "table-row")
"""Prefixes of messages that are parts of sentences or tables, and may begin or end with a space."""


def faults_in(sentence: str, language: str) -> list[str]:
    """Return the names of the laws that a sentence breaks."""
    return [law for law, pattern in LAWS[language].items() if pattern.search(sentence)]


def check_grammar(folder: Path, *, most: int = MOST, never: Mapping[str, Collection[int]] | None = None) -> list[Fault]:
    """Check every message of a folder's word files in both languages and return the violations. Each message
    is filled in at most `max_fillings` ways. `excluded_numbers` lists, by message, numbers that it never
    receives. A number with a message of its own (`days-1` beside `days`) is left out as well."""
    faults = Faults(most=100)
    for language in LANGUAGES:
        for each in parse(_file(folder, language).read_text("utf-8")).body:
            if isinstance(each, ast.Junk):
                faults.add("unreadable", f"{folder.name}, {language}: {(each.content or '').partition(chr(10))[0]!r}")
        for key, sentences in said(folder, language, most=most, never=never or {}):
            found: dict[str, str] = {}
            for sentence in sentences:
                for law in faults_in(sentence, language):
                    found.setdefault(law, sentence)
            if key.startswith(GLUED):
                found.pop("stray space", None)
            for law, sentence in found.items():
                faults.add(law, f"{folder.name}, {language}, {key}: {sentence!r}")
    return faults.found


def _file(folder: Path, language: str) -> Path:
    """Return the path of a word file. The site's own words have no `words` sub-folder."""
    return (folder if folder == HOUSE else folder / "words") / f"{language}.ftl"


def said(
    folder: Path, language: str, *, most: int = MOST, never: Mapping[str, Collection[int]]
) -> Iterator[tuple[str, set[str]]]:
    """Yield each message key with the sentences made from it. A message that cannot be filled in gives a text
    that begins with "$refused"."""
    words = Words(folder, language)
    messages = [
        each for each in parse(_file(folder, language).read_text("utf-8")).body if isinstance(each, ast.Message)
    ]
    keys = {each.id.name for each in messages}
    for message in messages:
        key = message.id.name
        if key in FOREIGN:
            continue
        found = _Arguments()
        found.visit(message)
        without = {*never.get(key, ()), *(number for number in NUMBERS if f"{key}-{number}" in keys)}
        lists = [
            [value for value in _values(name, found, language) if isinstance(value, str) or value not in without]
            for name in found.names
        ]
        made = set()
        for values in _some(lists, most, key):
            try:
                made.add(words.say(Say(key, dict(zip(found.names, values, strict=True)))))
            except Refused as error:
                made.add(f"$refused: {error}")
        yield key, made


class _Arguments(Visitor):
    """Collects a message's arguments in order, and the keys by which each argument selects a variant."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.keys: dict[str, list[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        """Record an argument at its first use."""
        if node.id.name not in self.names:
            self.names.append(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:
        """Record the variant keys of a selecting argument, and visit the variants."""
        if isinstance(node.selector, ast.VariableReference):
            said = [each.key.name if isinstance(each.key, ast.Identifier) else each.key.value for each in node.variants]
            self.keys.setdefault(node.selector.id.name, []).extend(said)
        self.generic_visit(node)


def _values(name: str, found: _Arguments, language: str) -> Sequence[int | str]:
    """Return sample values for an argument: its variant keys if it selects one, with sample numbers if the
    keys are numeric; names if it is a person; titles or things by its name; else numbers, names and things."""
    keys = set(found.keys.get(name, ()))
    if name.endswith("_you") or keys:
        numbers = keys & {"one", "other"} or any(key.isdigit() for key in keys)
        words = sorted(key for key in keys if key not in ("one", "other") and not key.isdigit())
        more = (int(key) for key in keys if key.isdigit())
        return [*(words or (() if numbers else ("yes", "no"))), *(sorted({*NUMBERS, *more}) if numbers else ())]
    if name in PEOPLE or f"{name}_you" in found.names:
        return NAMES
    if name in PLACES or name == "title":
        return TITLES[language] if name == "title" else THINGS[language]
    nothing = (NOTHING[language],) if name in MAY_BE_NOTHING else ()
    return (*NUMBERS, *NAMES, *THINGS[language], *nothing)


def _some(lists: Sequence[Sequence[int | str]], most: int, seed: str) -> Iterator[tuple[int | str, ...]]:
    """Yield all combinations of one value from each list, or `max_count` different ones. The same `seed` draws
    the same."""
    total = prod(map(len, lists))
    if total <= most:
        yield from product(*lists)
        return
    for number in Luck(seed).sample(range(total), most):
        taken = []
        for values in lists:
            number, at = divmod(number, len(values))
            taken.append(values[at])
        yield tuple(taken)
