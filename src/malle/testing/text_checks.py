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

from malle.core import Luck, Message, Refused
from malle.i18n.translations import LANGUAGES, SHARED_FOLDER, Translator
from malle.testing.violations import Violation, Violations

SAMPLE_NAMES = ("Inès", "Élodie", "Oscar", "Paul", "Hélène", "Yann", "2 Pac", "🦊", "d’Artagnan")
SAMPLE_NUMBERS = (0, 1, 2, 8, 11, 21, 1000, -350)
PERSON_ARGUMENTS = frozenset(
    {"seat", "who", "traveller", "officer", "next", "winners", "names", "name", "host", "wrong"}
)
"""Names of arguments that are always a person's name, also in messages that do not distinguish
whether the reader is meant."""
THING_ARGUMENTS = frozenset({"cell", "square", "pair", "tile", "card"})
"""Names of arguments that are always things or places, never numbers."""
SAMPLE_THINGS = {"fr": ("Ivoire", "une pièce à un point"), "en": ("Ivory", "a tile with one junction")}
WORD_FOR_NOTHING = {"fr": "rien", "en": "nothing"}
OPTIONAL_ARGUMENTS = frozenset({"cards", "claim", "laid"})
"""Names of arguments that may also be the word for nothing."""
SAMPLE_TITLES = {"fr": ("Rien à déclarer\u00a0?", "Opéra"), "en": ("Nothing to declare?", "Opera")}
MAX_FILLINGS = 200
"""Most ways in which one message is filled in. If more are possible, this many are drawn."""

VOWELS = "aàâeéèêëiîïoôöuùûœæAÀÂEÉÈÊËIÎÏOÔÖUÙÛŒÆ"
SPACE = "[ \u00a0\u202f]"
VOWEL = rf"\**(?=[{VOWELS}])(?!onz|[A-Z]\b)"
_SINGULAR_S = "fois|pas|plus|sans|dans|puis|pris|tapis|temps|mois|dessous|jamais|as|deux|trois|six|dix"
FRENCH_LAWS = {
    "elision": rf"(?<!-)\b(?:[DdJjLlMmNnSsTtCc]e|(?:[Jj]us|[Ll]ors|[Pp]uis|[Qq]uoi)?[Qq]ue){SPACE}{VOWEL}(?!oui|un\b)",
    "la before a vowel": rf"(?<!-)\b[Ll]a{SPACE}{VOWEL}(?!un\b)",
    "si il": r"\b[Ss]i ils?\b",
    "one, plural": rf"(?<![\d\u202f\u00a0·+×])\b1{SPACE}(?!(?:{_SINGULAR_S})\b)[a-zà-ÿ]+[sx]\b",
    "nought, plural": rf"(?<![\d\u202f\u00a0])\b0{SPACE}(?!(?:{_SINGULAR_S})\b)[a-zà-ÿ]+[sx]\b",
    "no ne": r"(?<!ne )(?<!n’)\b(?:(?:déclare|cache|montre)[sz]?|pren(?:d|ez)|avez|paie|payez|vend) rien\b",
    "contraction": r"\b(?:[Àà]|[Dd]e) les? (?!\w+(?:er|ir|re|oir)\b)(?!yeux)",
    "agreement with vous": r"\b[Vv]ous (?:(?:a|ont|avait) \w+(?:é|i|u|is|it)|seule?|êtes \w+ée?)\b",
    "clumsy marks": r"\w[·.]e(?:u?se)?(?:[·.]?s)?\b|\(e\)|\w/e\b|\w-e-s\b",
    "plain space": r"(?<=\S) [:;!?»]|« |(?<=\d) (?=\d{3}\b)|(?<=\d) [FM]\b",
    "English genitive": r"\w[’']s\b",
}
ENGLISH_LAWS = {
    "one, plural": rf"(?<![\d,.\u00a0])\b1{SPACE}(?!is|was|has|less|across|pass|plus|this|as|customs)[a-z]+s\b(?<!ss)",
    "a before a vowel": rf"\b[Aa]{SPACE}\**(?:(?=[aeioAEIO])(?!one|eu)|(?=8|11\b|18\b))",
    "an before a consonant": r"\b[Aa]n (?=[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z])(?![A-Z]\b)",
    "French space": r"[\u00a0\u202f ](?:[:;!](?!\))|\?(?! for))",
    "plain space": r"(?<=\d) [FM]\b",
}
COMMON_LAWS = {
    "two stops": rf"[?!…]{SPACE}?\.(?!\.)|[?!]{SPACE}?,|(?<!\.)\.\.(?!\.)|,,|:{SPACE}*[.,;]|\.{SPACE}*[,;]|;;",
    "stray space": r" [,.](?!\.\.)|  |^ | $",
    "straight apostrophe": r"\w'\w",
    "raw key or hole": r"\$\w+|\{ ?\w* ?\}|\bNone\b(?! of)|\bSay\(|\b(?:pool|cash|gain|short)\)"
    r"|\b(?:card|square|event|option|screen|prompt|phase|name)-[a-z]+\b",
    "empty": rf"«{SPACE}*»|“{SPACE}*”|\({SPACE}*\)|\*\*\*\*",
    "a word twice": r"\b([a-zà-ÿ]{2,}) \1\b(?<!vous vous)(?<!nous nous)",
    "hyphen for minus": r"(?<![\w\u2011)])-\d",
}
LAWS_BY_LANGUAGE = {
    language: {law: re.compile(pattern) for law, pattern in (own | COMMON_LAWS).items()}
    for language, own in (("fr", FRENCH_LAWS), ("en", ENGLISH_LAWS))
}
FOREIGN_MESSAGES = frozenset({"original-title"})
"""Messages in the language of the box, which are not checked."""
FRAGMENT_PREFIXES = ("compose-", "table-columns", "table-row")
"""Prefixes of messages that are parts of sentences or tables, and may begin or end with a space."""


def broken_laws(sentence: str, language: str) -> list[str]:
    """Return the names of the grammar laws that a sentence breaks."""
    return [law for law, pattern in LAWS_BY_LANGUAGE[language].items() if pattern.search(sentence)]


def check_message_grammar(
    folder: Path, *, max_fillings: int = MAX_FILLINGS, excluded_numbers: Mapping[str, Collection[int]] | None = None
) -> list[Violation]:
    """Check every message of a folder's word files in both languages and return the violations.
    Each message is filled in at most `max_fillings` ways. `excluded_numbers` holds, by message key,
    numbers that the message never receives. A number with a message of its own (`days-1` beside
    `days`) is left out as well."""
    violations = Violations(max_per_law=100)
    for language in LANGUAGES:
        for entry in parse(_word_file(folder, language).read_text("utf-8")).body:
            if isinstance(entry, ast.Junk):
                violations.add(
                    "unreadable", f"{folder.name}, {language}: {(entry.content or '').partition(chr(10))[0]!r}"
                )
        for key, sentences in filled_messages(
            folder, language, max_fillings=max_fillings, excluded_numbers=excluded_numbers or {}
        ):
            example_by_law: dict[str, str] = {}
            for sentence in sentences:
                for law in broken_laws(sentence, language):
                    example_by_law.setdefault(law, sentence)
            if key.startswith(FRAGMENT_PREFIXES):
                example_by_law.pop("stray space", None)
            for law, sentence in example_by_law.items():
                violations.add(law, f"{folder.name}, {language}, {key}: {sentence!r}")
    return violations.reported


def _word_file(folder: Path, language: str) -> Path:
    """Return the path of a folder's word file in one language. The site's own words
    (`SHARED_FOLDER`) have no `words` sub-folder."""
    return (folder if folder == SHARED_FOLDER else folder / "words") / f"{language}.ftl"


def filled_messages(
    folder: Path, language: str, *, max_fillings: int = MAX_FILLINGS, excluded_numbers: Mapping[str, Collection[int]]
) -> Iterator[tuple[str, set[str]]]:
    """Yield each message key with the sentences made from the message, in at most `max_fillings`
    ways. Messages in the language of the box are left out. A message that cannot be filled in gives
    a text that begins with "$refused", which breaks a law."""
    words = Translator(folder, language)
    messages = [
        each for each in parse(_word_file(folder, language).read_text("utf-8")).body if isinstance(each, ast.Message)
    ]
    keys = {each.id.name for each in messages}
    for message in messages:
        key = message.id.name
        if key in FOREIGN_MESSAGES:
            continue
        arguments = _ArgumentCollector()
        arguments.visit(message)
        excluded = {*excluded_numbers.get(key, ()), *(number for number in SAMPLE_NUMBERS if f"{key}-{number}" in keys)}
        values_by_argument = [
            [
                value
                for value in _sample_values(name, arguments, language)
                if isinstance(value, str) or value not in excluded
            ]
            for name in arguments.names
        ]
        sentences = set()
        for values in _sample_product(values_by_argument, max_fillings, key):
            try:
                sentences.add(words.translate(Message(key, dict(zip(arguments.names, values, strict=True)))))
            except Refused as error:
                sentences.add(f"$refused: {error}")
        yield key, sentences


class _ArgumentCollector(Visitor):
    """Collects the arguments of one message in order, and the keys by which each argument selects a
    variant."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.variant_keys: dict[str, list[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        """Record an argument at its first use."""
        if node.id.name not in self.names:
            self.names.append(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:
        """Record the variant keys of a selecting argument, and visit the variants."""
        if isinstance(node.selector, ast.VariableReference):
            keys = [each.key.name if isinstance(each.key, ast.Identifier) else each.key.value for each in node.variants]
            self.variant_keys.setdefault(node.selector.id.name, []).extend(keys)
        self.generic_visit(node)


def _sample_values(name: str, arguments: _ArgumentCollector, language: str) -> Sequence[int | str]:
    """Return sample values for the argument `name` of a message. If the argument selects variants:
    their keys, with sample numbers if keys are numeric. Otherwise, by its name: names of persons,
    titles or things. If the name says nothing: numbers, names and things."""
    keys = set(arguments.variant_keys.get(name, ()))
    if name.endswith("_you") or keys:
        numbers = keys & {"one", "other"} or any(key.isdigit() for key in keys)
        words = sorted(key for key in keys if key not in ("one", "other") and not key.isdigit())
        numeric_keys = (int(key) for key in keys if key.isdigit())
        return [
            *(words or (() if numbers else ("yes", "no"))),
            *(sorted({*SAMPLE_NUMBERS, *numeric_keys}) if numbers else ()),
        ]
    if name in PERSON_ARGUMENTS or f"{name}_you" in arguments.names:
        return SAMPLE_NAMES
    if name in THING_ARGUMENTS or name == "title":
        return SAMPLE_TITLES[language] if name == "title" else SAMPLE_THINGS[language]
    nothing = (WORD_FOR_NOTHING[language],) if name in OPTIONAL_ARGUMENTS else ()
    return (*SAMPLE_NUMBERS, *SAMPLE_NAMES, *SAMPLE_THINGS[language], *nothing)


def _sample_product(
    value_lists: Sequence[Sequence[int | str]], max_count: int, seed: str
) -> Iterator[tuple[int | str, ...]]:
    """Yield all combinations of one value from each list; if there are more than `max_count`, only
    that many different ones, drawn by `seed`."""
    total = prod(map(len, value_lists))
    if total <= max_count:
        yield from product(*value_lists)
        return
    for number in Luck(seed).sample(range(total), max_count):
        combination = []
        for values in value_lists:
            number, index = divmod(number, len(values))
            combination.append(values[index])
        yield tuple(combination)
