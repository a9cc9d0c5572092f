"""Parts of a drawing kept between viewers, moves and tables: every reader still gets what was drawn for him alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from malle import games
from malle.core import Say, Seat, Viewer, Who, encode
from malle.core.dealer import Dealer
from malle.core.part import MARK, NOT_YET, Shelf, Teller, part
from malle.core.say import Tell
from malle.core.scene import Glance
from malle.live.room import Room
from malle.store.store import TableId
from malle.table import Setup, open_table
from malle.web.pages import game_words
from malle.words import LANGUAGES, Words

NAMES = (("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"), ("Gus", "Hal", "Ida", "Jo*[1](x)", "Kit", f"Lou{MARK}0{MARK}"))


def new_room(name: str, number: int) -> Room:
    """Two tables of a game share what names nobody, though one has more seats and the other options."""
    sheet = games.sheet(name)
    seats = sheet.seats[-1 if number == 0 else 0]
    chosen = {option.name: option.choices[-1] for option in sheet.options} if number else {}
    options = sheet.settle_options(seats, chosen)
    game = games.load(name)(seats, options)
    setup = Setup(table=f"t{number}", game=name, version=sheet.version, seats=seats, options=options, seal="")
    table = open_table(setup, game, Dealer(bytes([number]) * 32, f"t{number}"))
    room = Room(TableId(number), f"t{number}", table, sheet, game_words)
    for seat in range(seats):
        room.advance(room.table.sit(Seat(seat), "person"))
    room.set_names(NAMES[number][:seats])
    return room


def drawn_alone(room: Room, viewer: Viewer, language: str) -> dict[str, Any]:
    """The same frame without anything kept: the drawing's own functions, with this viewer's own words."""
    tell = game_words(room.sheet, language, room.names, viewer).say
    drawing, table, step = room.sheet.drawing, room.table, room.tail[-1]
    view = table.view(viewer)
    assert drawing is not None
    assert view is not None
    assert view.turn is not None
    glance = Glance(viewer, view.turn, table.game.phase(view), view.now, table.legal(viewer), tell)
    events = step.heard_by(viewer)
    return {
        "scene": plain(drawing.scene(table.game, glance)),
        "setting": plain(drawing.setting(table.game, viewer, tell)),
        "said": [tell(said) for said in drawing.said(table.game, events)] if events else [],
        "steps": plain(drawing.steps(table.game, events, tell)) if events else [],
    }


def plain(value: object) -> Any:
    return msgspec.json.decode(encode(value))


@pytest.mark.parametrize("name", games.GAMES)
def test_what_was_kept_for_others_reads_as_if_it_was_drawn_for_this_reader_alone(name: str) -> None:
    luck = random.Random(1)
    rooms = [new_room(name, 0), new_room(name, 1)]
    for _ in range(60):
        for room in rooms:
            table = room.table
            if not table.awaited:
                continue
            seat = luck.choice(table.awaited)
            since = table.seq
            room.advance(table.act(seat, table.game.write(luck.choice(table.legal(seat))), since))
            for language in LANGUAGES:
                viewers: list[Viewer] = [None, *map(Seat, range(table.game.seats))]
                for viewer in luck.sample(viewers, len(viewers)):
                    first = luck.random() < 0.2
                    frame = msgspec.json.decode(room.frame(viewer, since, language, robot=False, first=first))
                    alone = drawn_alone(room, viewer, language)
                    assert frame["scene"] == alone["scene"]
                    # Of a first frame the log tells it, and of a move of which nothing was heard there is no line.
                    (told,) = ({"said": [], "steps": []},) if first or not frame["heard"] else frame["heard"]
                    assert first or told["said"] == alone["said"]
                    assert first or told["steps"] == alone["steps"]
                    assert frame["setting"] == (alone["setting"] if first else None)


# ---- the teller by itself


class Paper:
    """Words without files: `Ann greets Bob`, with "you" for whoever is greeted."""

    def __init__(self, names: tuple[str, ...], viewer: Viewer) -> None:
        self.names, self.viewer = names, viewer

    def say(self, said: Say) -> str:
        return " ".join([said.key, *(self._word(key, value) for key, value in said.args.items())])

    def _word(self, key: str, value: object) -> str:
        if isinstance(value, Who):
            return "you" if key == "you" and value.seat == self.viewer else self.names[value.seat]
        return str(value)

    def whom(self, said: Say) -> frozenset[int] | None:
        who = {key: value.seat for key, value in said.args.items() if isinstance(value, Who)}
        return frozenset(seat for key, seat in who.items() if key == "you") if who else None


def teller(names: tuple[str, ...], everywhere: Shelf) -> Teller:
    return Teller(lambda viewer: Paper(names, viewer), everywhere)


def read(tell: Teller, text: str, viewer: Viewer) -> str:
    found: str = msgspec.json.decode(tell.fill(encode(text), viewer))
    return found


def test_each_reads_his_own_sentence() -> None:
    tell = teller(("Ann", "Bob"), Shelf(10))
    text = tell(Say("greet", {"you": Who(1)}))
    assert [read(tell, text, viewer) for viewer in (None, Seat(0), Seat(1))] == ["greet Bob", "greet Bob", "greet you"]


def test_a_sentence_inside_another_is_filled_too() -> None:
    tell = teller(('A"nn', "Bob", "Cleo"), Shelf(10))
    inner = tell(Say("greet", {"you": Who(0)}))
    outer = tell(Say("she says", {"what": inner, "you": Who(1)}))
    assert read(tell, outer, Seat(0)) == "she says greet you Bob"
    assert read(tell, outer, Seat(1)) == 'she says greet A"nn you'
    assert read(tell, outer, Seat(2)) == 'she says greet A"nn Bob', "what Ann was told is not kept for others"


def test_names_stay_at_their_table() -> None:
    everywhere = Shelf(10)
    ours, theirs = teller(("Ann",), everywhere), teller(("Zoe",), everywhere)
    said = Say("here is", {"who": Who(0)})
    assert (ours(said), theirs(said)) == ("here is Ann", "here is Zoe")


def test_a_part_is_made_once_for_all_tables_unless_it_names_somebody() -> None:
    made: list[object] = []

    @part
    def card(tell: Tell, kind: int) -> str:
        made.append(kind)
        return tell(Say("card", {"kind": kind}))

    @part
    def owner(tell: Tell, kind: int, seat: int) -> tuple[str, str]:
        made.append((kind, seat))
        return card(tell, kind), tell(Say("of", {"who": Who(seat)}))

    everywhere = Shelf(10)
    ours, theirs = teller(("Ann",), everywhere), teller(("Zoe",), everywhere)
    for _ in range(2):
        assert owner(ours, 7, 0) == ("card 7", "of Ann")
        assert owner(theirs, 7, 0) == ("card 7", "of Zoe")
    assert made == [(7, 0), 7, (7, 0)]
    assert card(Paper(("Ann",), None).say, 7) == "card 7", "words that keep nothing are as good"


def test_what_is_asked_for_again_stays_on_the_shelf_and_the_rest_goes() -> None:
    shelf = Shelf(2)
    for number in range(5):
        shelf.put(number, number)
        if shelf.new.get(0) is None:
            assert shelf.find(0) == 0
    assert 0 in shelf.new
    assert len(shelf.new) <= 2
    assert shelf.find(1) is NOT_YET


def test_a_table_that_has_kept_much_begins_anew() -> None:
    tell = teller(("Ann",), Shelf(10))
    for number in range(4):
        tell(Say("greet", {"n": number, "you": Who(0)}))
    tell.tidy(4)
    assert tell(Say("greet", {"n": 9, "you": Who(0)})) == f"{MARK}4{MARK}"
    tell.tidy(4)
    text = tell(Say("greet", {"n": 9, "you": Who(0)}))
    assert text == f"{MARK}0{MARK}"
    assert read(tell, text, Seat(0)) == "greet 9 you"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_is_also_the_name_of_an_argument_is_left_alone(language: str) -> None:
    words = Words(games.sheet(games.GAMES[0]).folder, language, names=("officer", "traveller"))
    said = Say("event-believed", {"seat": Who(0), "traveller": Who(1)})
    assert words.say(said).count("traveller") == 1
    assert words.say(said).count("officer") == 1
