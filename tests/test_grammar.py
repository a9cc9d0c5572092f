"""No name and no number breaks a sentence: every message of both languages, said with hostile arguments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import LANGUAGES, SHARED_FOLDER, Translator
from malle.testing.text_checks import broken_laws, check_message_grammar, filled_messages

ROOT = Path(__file__).parents[1]
FOLDERS = (
    SHARED_FOLDER,
    ROOT / "src" / "malle" / "web",
    ROOT / "src" / "malle" / "i18n" / "operator",
    ROOT / "examples" / "liar" / "src" / "malle_liar",
    *(load_game_info(name).folder for name in OWN_GAMES),
)
PAGES = sorted(page for folder in FOLDERS for part in ("rulebook", "edition") for page in (folder / part).glob("*.md"))
NEVER = {
    # Filled in by the page, which asks for one and for none by other messages, or not at all.
    "solo-solved-helped": (0, -350),
    "solo-streak-days": (0, -350),
}
OLD = {
    ("combinus", "fr"): r"\b[Tt]uiles?\b|\bface (?:cachée|visible)\b",
    ("chasse", "fr"): r"\b[Pp]laques?\b|\b[Pp]lateau\b|\brangée d’arrivée\b",
    ("chasse", "en"): r"\b[Pp]lates?\b|\b[Cc]ontrol(?:s|led)?\b",
    ("combinards", "fr"): r"\b[Cc]agnotte\b|\bremêl|\bl’entrepôt\b",
    ("combinards", "en"): r"\b[Pp]etrol\b|\bFlying\b|\b[Ii]llicit\b|\b[Dd]enounc|\b[Cc]ontrol(?:s|led)?\b",
    ("declarer", "fr"): r"\bappareils? photo\b|\bdans la malle\b",
    ("declarer", "en"): r"\b[Tt]hrow\b|\bcustoms m[ae]n\b|\b[Tt]he lot (?:says|makes)\b|\b[Dd]enounc",
}
"""Words that a booklet has another one for, and false friends, by game and language."""

PLANTED = (
    ("fr", "Les cartes de Inès", "elision"),
    ("fr", "Par les yeux de **Élodie**", "elision"),
    ("fr", "Si vous passez et que Oscar dénonce", "elision"),
    ("fr", "la Inès", "la before a vowel"),
    ("fr", "si il paie", "si il"),
    ("fr", "Basile déclare rien", "no ne"),
    ("fr", "1 ans de prison", "one, plural"),
    ("fr", "Encore 1 pièces", "one, plural"),
    ("fr", "0 points", "nought, plural"),
    ("fr", "à les douaniers", "contraction"),
    ("fr", "Paul vous a dénoncé", "agreement with vous"),
    ("fr", "une carte que vous seul avez vue", "agreement with vous"),
    ("fr", "chaque joueur·euse", "clumsy marks"),
    ("fr", "Prêt ?", "plain space"),
    ("fr", "1 000 F", "plain space"),
    ("fr", "Inès’s", "English genitive"),
    ("fr", "Zoé vous invite à Rien à déclarer\u00a0?.", "two stops"),
    ("fr", "l'indic", "straight apostrophe"),
    ("fr", "But (cash) ou (gain)", "raw key or hole"),
    ("fr", "Encore {n}", "raw key or hole"),
    ("fr", "vous avez -350\u00a0F", "hyphen for minus"),
    ("fr", "«\u00a0\u00a0»", "empty"),
    ("en", "1 rounds", "one, plural"),
    ("en", "a officer", "a before a vowel"),
    ("en", "rolls a 8", "a before a vowel"),
    ("en", "an counter", "an before a consonant"),
    ("en", "Ready ?", "French space"),
    ("en", "25 F", "plain space"),
    ("en", "the the card", "a word twice"),
    ("en", "two , three", "stray space"),
    ("en", "option-goal", "raw key or hole"),
)
SOUND = (
    ("fr", "Inès n’a rien à déclarer. C’est à Oscar de jouer."),
    ("fr", "1 an de prison, 0 point, 21 ans, 1\u202f000\u00a0points."),
    ("fr", "Le onze\u00a0: vous vous envolez. Pas de onze, pas de oui."),
    ("fr", "Élodie vous dénonce\u00a0!"),
    ("fr", "de le croire ou de les fouiller, 1 fois, 1 as et 1 deux"),
    ("en", "1 pass, 1 across. An officer, a one-off, a die: 8."),
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_argument_breaks_a_sentence(folder: Path) -> None:
    """Names with a vowel, an h, a digit or an emoji; none, one, many; whoever is meant: up to 200 of each message."""
    assert [str(fault) for fault in check_message_grammar(folder, excluded_numbers=NEVER)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: "-".join(page.parts[-3:]))
def test_no_rulebook_breaks_them_either(page: Path) -> None:
    """Line by line, without marks of numbers, titles of boxes in italics and notation."""
    text = re.sub(r"`[^`]*`|(?<!\*)\*[^*\n]+\*(?!\*)", "x", re.sub("<!--.*?-->", "", page.read_text("utf-8")))
    found = {line: set(broken_laws(line.strip(), page.stem)) - {"stray space", "empty"} for line in text.splitlines()}
    assert {line: laws for line, laws in found.items() if laws} == {}


@pytest.mark.parametrize(("language", "sentence", "law"), PLANTED)
def test_a_planted_fault_is_found(language: str, sentence: str, law: str) -> None:
    assert law in broken_laws(sentence, language)


@pytest.mark.parametrize(("language", "sentence"), SOUND)
def test_a_sound_sentence_passes(language: str, sentence: str) -> None:
    assert broken_laws(sentence, language) == []


def test_a_fault_that_one_argument_makes_is_found(tmp_path: Path) -> None:
    """In the files of a game: elision before some names, a plural after one number, an argument that nobody sends."""
    folder = tmp_path / "game"
    (folder / "words").mkdir(parents=True)
    for language in LANGUAGES:
        french = (
            "of = la carte de { $seat }\nmany = { $n } pas, { $n } ans\n"
            "some = { $n ->\n    [one] un\n   *[other] 2 ans\n}\n"
        )
        text = {"fr": french, "en": "of = a { $what }\nseen = { $day ->\n    [o’clock] x\n   *[other] y\n}\n"}[language]
        (folder / "words" / f"{language}.ftl").write_text(text, "utf-8")
    found = {(fault.law, fault.detail.partition(": ")[0]) for fault in check_message_grammar(folder)}
    assert found == {
        ("elision", "game, fr, of"),
        ("one, plural", "game, fr, many"),
        ("nought, plural", "game, fr, many"),
        ("a before a vowel", "game, en, of"),
        ("unreadable", "game, en"),
    }


def test_a_number_with_a_message_of_its_own_is_not_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    (folder / "words").mkdir(parents=True)
    for language in LANGUAGES:
        (folder / "words" / f"{language}.ftl").write_text("days = { $n } ans\ndays-1 = 1 an\ndays-0 = rien\n", "utf-8")
    assert dict(filled_messages(folder, "fr", excluded_numbers={"days": (8,)}))["days"].isdisjoint(
        {"0 ans", "1 ans", "8 ans"}
    )


@pytest.mark.parametrize(("name", "language"), OLD)
def test_a_thing_has_one_name(name: str, language: str) -> None:
    """The booklet's, and no false friend beside it."""
    lines = (load_game_info(name).folder / "words" / f"{language}.ftl").read_text("utf-8").splitlines()
    told = [re.sub(r"^[\w-]+ =", "", line) for line in lines if not re.match(r"original-title|\s*#", line)]
    spoken = [re.sub(r"\$\w+|^\s*\*?\[\w+\]", "", line) for line in told]
    assert [line for line in spoken if re.search(OLD[name, language], line)] == []


@pytest.mark.parametrize("name", OWN_GAMES)
def test_what_an_option_may_be_is_said_in_words(name: str) -> None:
    """A word of the notation (`cash`) or a number that means something else (0: until somebody wins) is never shown."""
    facts = load_game_info(name)
    for language in LANGUAGES:
        words = Translator(facts.folder, language)
        for option in facts.options:
            special = [
                choice for choice in option.choices if isinstance(choice, str) or (type(choice) is int and not choice)
            ]
            assert [choice for choice in special if not words.has_message(f"option-{option.name}-{choice}")] == []


def test_the_files_are_all_there_are() -> None:
    """No word file of the repository is left out."""
    found = {path.parent for top in ("src", "examples") for path in (ROOT / top).rglob("*.ftl")}
    assert found == {folder if folder == SHARED_FOLDER else folder / "words" for folder in FOLDERS}
