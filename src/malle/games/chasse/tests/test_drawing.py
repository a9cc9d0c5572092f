"""The picture: every legal action is in the tree, nothing is told that a viewer may not know, few bytes say it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from malle.core import Luck, Message, Seat, Viewer, Waiting, encode, load_edition
from malle.core.play import events_for_viewer
from malle.core.scene import Board, ChoiceTree, DrawInput, Panel, Scene, SeatOverlay, StaticScene, Text, Tray
from malle.core.scene_checks import apply_overlay, choices_of, decode_drawn, find_scene_faults, targets_of
from malle.games.chasse import GAME_INFO, drawing
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.icons import numbers_in_sentence
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled, Moved, Now, State
from malle.games.chasse.tests.notation import APART, Hunt
from malle.games.chasse.tests.pictures import BAIT, HIDDEN, OUT
from malle.i18n.translations import LANGUAGES, Translator

NAMES = ("Ada", "Marius")
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(1), None)


def words(viewer: Viewer, language: str = "fr") -> Translator:
    """As this viewer reads them on a screen."""
    return Translator(GAME_INFO.folder, language, names=NAMES, viewer=viewer, for_screen=True)


def read(text: Text, viewer: Viewer = None, language: str = "fr") -> str:
    """A text as this viewer reads it."""
    return text if isinstance(text, str) else words(viewer, language).translate(text)


def glance(game: Chasse, state: State, viewer: Viewer) -> DrawInput[Now]:
    """What a drawing may look at."""
    view = game.view(state, viewer)
    assert view.turn is not None
    legal = game.legal(state, viewer) if viewer is not None else ()
    return DrawInput(viewer, view.turn, game.phase(view), view.now, legal)


def table_and_own(game: Chasse, state: State, viewer: Viewer) -> tuple[Scene, SeatOverlay | None]:
    """What all see, and what a viewer sees besides."""
    table = drawing.shared_scene(game, glance(game, state, None))
    return table, drawing.seat_overlay(game, glance(game, state, viewer))


def drawn(game: Chasse, state: State, viewer: Viewer) -> Scene:
    """What a viewer sees."""
    table, own = table_and_own(game, state, viewer)
    return apply_overlay(decode_drawn(table, Scene), None if own is None else decode_drawn(own, SeatOverlay))


def some_states(game: Chasse, games: int, seed: int) -> Iterator[State]:
    """Every state of a few games between the robot and chance."""
    luck = Luck(seed)
    for _ in range(games):
        state = game.new()
        yield state
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            legal = tuple(game.legal(state, seat))
            wise = luck.random() < 0.5
            action = GAME_INFO.robot(game, game.view(state, seat), legal, luck) if wise else luck.choice(legal)
            state, _ = game.apply(state, seat, action)
            yield state


@pytest.mark.parametrize(
    ("straight", "memory", "chalk"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_every_scene_is_sound_and_holds_every_legal_action(straight: bool, memory: bool, chalk: bool) -> None:
    """No id twice, no ref to nothing, not too large; the tree says exactly what is legal."""
    game = Hunt(straight=straight, memory=memory, chalk=chalk).game
    settings = {viewer: decode_drawn(drawing.static_scene(game, viewer), StaticScene) for viewer in VIEWERS}
    for state in some_states(game, 1, seed=5):
        for viewer in VIEWERS:
            scene = drawn(game, state, viewer)
            assert list(find_scene_faults(scene, settings[viewer], 2)) == []
            legal = [game.write(action) for action in game.legal(state, viewer)] if viewer is not None else []
            assert sorted(act.text for act in choices_of(scene.ask)) == sorted(legal) if scene.ask else not legal


def test_a_scene_has_the_same_bytes_in_all_worlds_a_viewer_cannot_tell_apart() -> None:
    """Drawn from an imagined world it equals the true one."""
    game, luck = Hunt().game, Luck(3)
    for state in some_states(game, 2, seed=6):
        for viewer in VIEWERS:
            twin = game.imagine(game.view(state, viewer), luck)
            assert encode(table_and_own(game, twin, viewer)) == encode(table_and_own(game, state, viewer))


def test_a_move_costs_at_most_two_kilobytes() -> None:
    """Packed, in 95 of 100 scenes."""
    game = Hunt().game
    sizes = sorted(
        len(zlib.compress(encode(table_and_own(game, state, viewer))))
        for state in some_states(game, 2, 7)
        for viewer in VIEWERS
    )
    assert sizes[len(sizes) * 95 // 100] <= 2048


def test_own_side_below() -> None:
    """The smuggler and the spectator look towards the finish, the customs from it."""
    game = Hunt().game
    for viewer, turned in ((Seat(0), False), (None, False), (Seat(1), True)):
        ground = drawing.static_scene(game, viewer).grounds[0]
        cells = {cell.id: cell for cell in ground.cells}
        assert len(cells) == 169
        assert (cells["A13"].y < cells["A1"].y) == (cells["A1"].x > cells["M1"].x) == turned
        tabs = {mote.of[0][0]: mote.text for mote in ground.motes if mote.look == "tab"}
        assert tabs["E"] == ("6·3" if turned else "5")
        assert tabs["G"] == "2·4·6"


def test_the_squares_both_sides_start_from_are_marked() -> None:
    """Booklet La chasse aux contrebandiers, first paragraph on the pawns, "Position de départ": a star marks the
    black squares of the customs, a dot those of the smugglers. The smugglers' have a colour besides, for they are
    safe there."""
    game = Hunt().game
    for viewer in (Seat(0), Seat(1)):
        ground = drawing.static_scene(game, viewer).grounds[0]
        homes = {cell.id for cell in ground.cells if cell.look == "home"}
        signs = {
            sign: {
                cell.id
                for cell in ground.cells
                for mote in ground.motes
                if mote.text == sign and cell.x < mote.x < cell.x + cell.w and cell.y < mote.y < cell.y + cell.h
            }
            for sign in ("★", "·")
        }
        smugglers = {name.upper() for name in game.numbers.smugglers}
        assert homes == smugglers == signs["·"]
        assert signs["★"] == {name.upper() for name in game.numbers.customs}


def ask_of(hunt: Hunt, seat: int) -> ChoiceTree:
    """What a seat, counted from 1, may do on its screen."""
    ask = drawn(hunt.game, hunt.state, Seat(seat - 1)).ask
    assert ask is not None
    return ask


def test_two_ways_are_two_acts_of_one_target() -> None:
    """Each with its route; the first without a corner in its notation."""
    ask = ask_of(Hunt("; ".join(OUT[:-1])), 1)
    pick = next(pick for pick in ask.picks if any(target.to == "board/G5" for target in targets_of(pick)))
    target = next(target for target in targets_of(pick) if target.to == "board/G5")
    assert [(act.text, act.route) for act in target.acts] == [
        ("e8-g5", ("E8", "E5", "G5")),
        ("e8-g8-g5", ("E8", "G8", "G5")),
    ]
    assert {read(act.note) for act in target.acts} == {"5 cases, 1 coude"}


def test_a_control_says_its_stake() -> None:
    """Before it is made."""
    ask = ask_of(Hunt("; ".join(OUT)), 2)
    acts = [act for act in choices_of(ask) if act.text == "f2-g5"]
    assert [(read(act.say), "50" in read(act.note)) for act in acts] == [("Contrôler G5", True)]


def test_plates_are_shown_to_the_smuggler_alone() -> None:
    """As badges; with the option `memory` to nobody; with `chalk` a pawn found empty bears a nought."""

    def badges(hunt: Hunt, viewer: Viewer) -> dict[str, Text]:
        board = drawn(hunt.game, hunt.state, viewer).areas[0]
        assert isinstance(board, Board)
        return {item.at: item.badge for item in board.items if item.badge}

    hunt = Hunt("; ".join(OUT))
    assert badges(hunt, Seat(0)) == {"G5": "2", "C13": "1", "H12": "1", "K13": "1"}
    assert badges(hunt, Seat(1)) == badges(hunt, None) == {}
    assert badges(Hunt("; ".join(OUT), memory=True), Seat(0)) == {}
    chalked = Hunt("; ".join((*BAIT, "g3-g7")), chalk=True)
    assert badges(chalked, Seat(1)) == {"G7": "0"}


def test_what_is_a_seats_own_is_laid_over_few_things() -> None:
    """The smuggler's loaded pawns; nothing for who only looks on, and for nobody after the end."""
    hunt = Hunt("; ".join(OUT))
    own = {viewer: table_and_own(hunt.game, hunt.state, viewer)[1] for viewer in VIEWERS}
    smuggler = decode_drawn(own[Seat(0)], SeatOverlay)
    labels = sorted(read(item.label) for item in smuggler.items)
    assert labels == ["Contrebandier, 1 plaquette"] * 3 + ["Contrebandier, 2 plaquettes"]
    assert smuggler == SeatOverlay(items=smuggler.items)
    assert decode_drawn(own[Seat(1)], SeatOverlay).items == ()
    assert own[None] is None
    assert table_and_own(hunt.game, Hunt().state, Seat(1))[1] is None
    over = next(state for state in some_states(hunt.game, 1, seed=8) if state.phase == "over")
    assert [table_and_own(hunt.game, over, viewer)[1] for viewer in VIEWERS] == [None] * 3


def test_pawns_keep_their_handles_off_the_board_too() -> None:
    """So that they glide into the tray."""
    hunt = Hunt("; ".join(OUT))
    before = {item.id for item in drawn(hunt.game, hunt.state, None).areas[0].items}  # type: ignore[union-attr]
    hunt.play("f2-g5")
    scene = drawn(hunt.game, hunt.state, None)
    trays = [area for area in scene.areas if isinstance(area, Tray)]
    assert [tray.id for tray in trays] == ["lost-smuggler"]
    assert {item.id for tray in trays for item in tray.items} < before


def test_all_plates_are_chosen_together_under_any_pawns() -> None:
    """In the order of the board, so that each placement comes about in one way."""
    choose = ask_of(Hunt(), 1).choose
    assert choose is not None
    assert (choose.n, choose.done, choose.tray) == (5, 0, "plates")
    assert [candidate.act.text for candidate in choose.of[:3]] == ["hide a13", "hide b12", "hide c13"]
    assert " ".join(str(each.label) for each in choose.of) == "A13 B12 C13 D12 E13 F12 G13 H12 I13 J12 K13 L12 M13"
    assert {candidate.most for candidate in choose.of} == {5}


def test_what_is_left_is_hidden_from_the_last_one_on() -> None:
    """And says why not under the others."""
    ask = ask_of(Hunt("; ".join(HIDDEN[:2])), 1)
    assert ask.choose is not None
    assert (ask.choose.n, ask.choose.done) == (3, 2)
    assert [candidate.act.text for candidate in ask.choose.of][:2] == ["hide e13", "hide f12"]
    assert ask.why[1].what == ("smuggler.0.0", "smuggler.0.1", "smuggler.0.2", "smuggler.0.3")
    assert drawn(Hunt().game, Hunt("hide a13").state, Seat(1)).ask is None


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("pile", [1, 2, 3, 5])
def test_whatever_is_chosen_can_be_hidden_where_few_fit_under_a_pawn(memory: bool, pile: int) -> None:
    """Every choice that the screen allows is played to the end, from every position on the way."""
    luck, edition = Luck(pile), load_edition(CLASSIC, Numbers)
    options = GAME_INFO.complete_options(2, {"memory": memory})
    game = Chasse(options, replace(edition, data=replace(edition.data, most=pile)))
    for _ in range(20):
        state = game.new()
        while state.phase == "hide":
            ask = drawn(game, state, Seat(0)).ask
            assert ask is not None
            choose = ask.choose
            assert choose is not None
            bag = [each.act.text for each in choose.of for _ in range(each.most)]
            assert set(bag) >= {game.write(action) for action in game.legal(state, Seat(0))}
            after = state
            for at in sorted(luck.sample(list(range(len(bag))), choose.n)):
                after, _ = game.apply(after, Seat(0), game.read(bag[at], after, Seat(0)))
            assert after.phase == "smuggler"
            state, _ = game.apply(state, Seat(0), luck.choice(game.legal(state, Seat(0))))


def test_a_control_is_a_wait_and_then_what_was_found() -> None:
    """The same for both sides and the spectator; the wait does not depend on what is found."""
    for moves, found in ((OUT, "f2-g5"), (BAIT, "g3-g7")):
        hunt = Hunt("; ".join(moves))
        hunt.play(found)
        for viewer in VIEWERS:
            events = events_for_viewer(viewer, hunt.log[-1].events)
            assert [type(event) for event in events] == [Moved, Controlled]
            move, reveal = drawing.animations(hunt.game, events)
            assert move.marks[0].look == "last"
            assert (reveal.drum, reveal.hold) == (True, True)


def test_squares_in_the_log_can_be_pressed() -> None:
    """Every square is a ref to itself."""
    hunt = Hunt(APART)
    hunt.play("e13-e8")
    said = drawing.log_messages(hunt.game, events_for_viewer(Seat(1), hunt.log[-1].events))
    assert [words(Seat(1)).translate(each) for each in said] == [
        "[Ada](seat-1) joue [E13](board/E13) → [E8](board/E8)."
    ]
    hidden = drawing.log_messages(hunt.game, events_for_viewer(Seat(0), hunt.log[0].events))
    told = [words(Seat(0), "en").translate(each) for each in hidden]
    assert told == ["You hide a counter under pawn [A13](board/A13) (1 of 5)."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_accounts_for_every_point(language: str) -> None:
    """Plates and pawns of each side add up to its score."""
    for state in some_states(Hunt().game, 3, seed=8):
        if state.phase == "over":
            game = Hunt().game
            account = drawn(game, state, None).end[-1]
            assert isinstance(account, Panel)
            sums = [int(read(line.sum, None, language).split()[0]) for line in account.lines]
            assert (sums[0] + sums[1], sums[3] + sums[4]) == (sums[2], sums[5]) == game.points_by_side(state)


def test_how_far_a_pawn_goes_is_said_in_words() -> None:
    """One number, one of two, one of three."""
    said = {language: Translator(GAME_INFO.folder, language).translate for language in LANGUAGES}
    assert numbers_in_sentence((5,)) == 5
    for numbers, english, french in (((6, 3), "6 or 3", "6 ou 3"), ((2, 4, 6), "2, 4 or 6", "2, 4 ou 6")):
        found = numbers_in_sentence(numbers)
        assert isinstance(found, Message)
        assert (said["en"](found), said["fr"](found)) == (english, french)
