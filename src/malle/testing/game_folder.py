"""Checks for the files that a game's folder must contain besides its rules."""

from __future__ import annotations

from malle.core import AnyGame, GameInfo, Luck, Waiting
from malle.core.play import make_move, resolve_chance
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.required_messages import required_messages
from malle.testing.violations import Violation, Violations


def check_game_folder(game_info: GameInfo) -> list[Violation]:
    """Check the files of a game's folder and return the violations. It must have a README,
    rulebooks, word files with every required message, and golden records (recorded games for the
    tests). The game must have a tiny edition. A game with hidden information must name a secret,
    and its tiny edition must differ from the full one."""
    violations = Violations()
    folder = game_info.folder
    for name in ("README.md", *(f"{kind}/{lang}" for lang in LANGUAGES for kind in ("rulebook", "words"))):
        path = folder / (name if "." in name else f"{name}.{'md' if name.startswith('rulebook') else 'ftl'}")
        violations.add_unless(path.is_file(), "folder", f"{game_info.name}: {path.relative_to(folder)} is missing")
    required = required_messages(game_info)
    for language in LANGUAGES:
        if (folder / "words" / f"{language}.ftl").is_file():
            words = Translator(folder, language)
            for key, reason in required.items():
                violations.add_unless(
                    words.has_message(key), "words", f"{game_info.name}: words/{language}.ftl has no {key} ({reason})"
                )
    golden = list((folder / "tests" / "playthroughs").glob("*.txt"))
    violations.add_unless(bool(golden), "golden", f"{game_info.name}: no golden record; `make golden` writes them")
    try:
        tiny_game = game_info.make_tiny_game()
    except Exception as error:
        violations.add("tiny", f"{game_info.name}: no tiny edition: {error!r}")
    else:
        names_secret = _names_hidden_secret(tiny_game)
        violations.add_unless(
            names_secret or not game_info.has_hidden_information,
            "secrets",
            f"{game_info.name} hides something and names no secret",
        )
        full_game = game_info.make_game(game_info.seats[0], game_info.complete_options(game_info.seats[0], {}), None)
        violations.add_unless(
            tiny_game.edition != full_game.edition or not game_info.has_hidden_information,
            "tiny",
            f"{game_info.name}: the tiny edition is the full one",
        )
    return violations.reported


def _names_hidden_secret(game: AnyGame) -> bool:
    """Return whether some state in 20 random games has a secret that at least one seat must not
    know."""
    luck = Luck(1)
    for _ in range(20):
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            if any(len(secret.knowers) < game.seats for secret in game.secrets(state).values()):
                return True
            seat = turn.seats[0]
            state, _ = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
    return False
