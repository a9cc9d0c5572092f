"""Checks for the files that a game's folder must contain besides its rules."""

from __future__ import annotations

from malle.core import AnyGame, Luck, Sheet, Waiting
from malle.core.play import move, settle
from malle.testing.faults import Fault, Faults
from malle.testing.wanted import wanted_words
from malle.words import LANGUAGES, Words


def check_folder(sheet: Sheet) -> list[Fault]:
    """Check a game's folder and return the violations. It must have a README, rulebooks, word files with every
    required message, golden records and a tiny edition. A game with hidden information must name a secret, and
    its tiny edition must differ from the full one."""
    faults = Faults()
    folder = sheet.folder
    for name in ("README.md", *(f"{kind}/{lang}" for lang in LANGUAGES for kind in ("rulebook", "words"))):
        path = folder / (name if "." in name else f"{name}.{'md' if name.startswith('rulebook') else 'ftl'}")
        faults.need(path.is_file(), "folder", f"{sheet.name}: {path.relative_to(folder)} is missing")
    wanted = wanted_words(sheet)
    for language in LANGUAGES:
        if (folder / "words" / f"{language}.ftl").is_file():
            words = Words(folder, language)
            for key, why in wanted.items():
                faults.need(words.has(key), "words", f"{sheet.name}: words/{language}.ftl has no {key} ({why})")
    golden = list((folder / "tests" / "playthroughs").glob("*.txt"))
    faults.need(bool(golden), "golden", f"{sheet.name}: no golden record; `make golden` writes them")
    try:
        tiny = sheet.tiny()
    except Exception as error:
        faults.add("tiny", f"{sheet.name}: no tiny edition: {error!r}")
    else:
        named = _secrets_named(tiny)
        faults.need(named or not sheet.hidden, "secrets", f"{sheet.name} hides something and names no secret")
        full = sheet.make(sheet.seats[0], sheet.settle_options(sheet.seats[0], {}), None)
        faults.need(
            tiny.edition != full.edition or not sheet.hidden,
            "tiny",
            f"{sheet.name}: the tiny edition is the full one",
        )
    return faults.found


def _secrets_named(game: AnyGame) -> bool:
    """Return whether, in 20 random games, some state names a secret that at least one seat may not know."""
    luck = Luck(1)
    for _ in range(20):
        state, _ = settle(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            if any(len(secret.knowers) < game.seats for secret in game.secrets(state).values()):
                return True
            seat = turn.seats[0]
            state, _ = move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
    return False
