"""Where the booklet is silent: every ruling of the README, in notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from malle.core import Luck, Seat
from malle.games.combinards.edition import CLASSIC
from malle.games.combinards.events import Confiscated, ControlClean, ControlSeen, HandShown, PetrolDeclared, Shuffled
from malle.games.combinards.tests.notation import Deals

BUY_PIANOS = "dice 1 3; buy; draw pianos"
"""Printed at 20."""


@pytest.mark.parametrize(("goal", "enough"), [("cash", 600), ("gain", 700), ("short", 300)])
def test_ruling_goal(goal: str, enough: int) -> None:
    """goal: 600 in cash; or 600 above the first 100; or 300 in the short game."""
    position = {"hands": {1: "corks"}, "goal": goal}
    assert Deals("dice 1 1; sell corks; pass", cash={1: enough - 8}, **position).result is None  # type: ignore[arg-type]
    over = Deals("dice 1 1; sell corks; pass", cash={1: enough - 7}, **position).result  # type: ignore[arg-type]
    assert over is not None
    assert over.why == "goal"


def test_ruling_shared_win() -> None:
    """shared-win: whoever has the goal and a clean record when a turn ends has won, and several win together."""
    play = Deals("dice 1 1; sell corks; pass", hands={1: "corks"}, cash={1: 600, 2: 600, 3: 599})
    assert play.result is not None
    assert (play.result.scores, play.result.places) == ((1, 1, 0), (1, 1, 2))


def test_ruling_windows_wait_for_all() -> None:
    """windows: all the others are asked at once, and may answer in any order."""
    play = Deals(f"{BUY_PIANOS}; announce 10", seats=4)
    awaited = [play.awaited_seats]
    for answer in ("3: trust", "4: trust"):
        play.play(answer)
        awaited.append(play.awaited_seats)
    assert awaited == [(2, 3, 4), (2, 4), (2,)]
    play.play("2: trust")
    assert play.changes == {"cash 1": -10, "bank": 10, "hand 1": "+pianos", "pack": -1}


@pytest.mark.parametrize(
    "order", ["4: doubt; 2: trust; 3: doubt", "3: doubt; 4: doubt; 2: trust", "2: trust; 4: doubt; 3: doubt"]
)
def test_ruling_windows_first_after_the_buyer_counts(order: str) -> None:
    """windows: if several doubt, the one sitting next after the buyer counts alone, whoever was quicker."""
    play = Deals(f"{BUY_PIANOS}; announce 10; {order}", seats=4)
    assert play.changes == {"cash 1": -20, "bank": 20, "hand 3": "+pianos", "pack": -1}


def test_ruling_windows_count_round_the_table() -> None:
    """windows: after the last seat comes the first."""
    play = Deals("dice 1 3; buy; draw pianos; announce 10; 2: doubt; 1: doubt; 4: trust", seats=4, turn=3)
    assert play.hand(1) == "pianos"


def test_ruling_windows_at_customs() -> None:
    """windows: the same at customs; only the one who counts pays for a wrong denunciation."""
    play = Deals("dice 1 1; 3: denounce 1; 2: denounce 1; 4: pass; dice 1 1", at={1: "A13"}, seats=4)
    assert play.changes == {"cash 1": 10, "cash 2": -10}


def test_ruling_windows_other_answers_stay_unheard() -> None:
    """windows: an answer that did not count is never told."""
    one = Deals(f"{BUY_PIANOS}; announce 10; 2: doubt; 3: doubt; 4: trust", seats=4)
    other = Deals(f"{BUY_PIANOS}; announce 10; 2: doubt; 3: trust; 4: trust", seats=4)
    assert one.state == other.state
    assert one.heard_events(None, entries=3) == other.heard_events(None, entries=3)


def test_ruling_cannot_pay_the_printed_price() -> None:
    """cannot-pay: the buyer gives what they have to the bank and is out; the card still goes to the doubter."""
    play = Deals(f"{BUY_PIANOS}; announce 5; 2: doubt; 3: trust", cash={1: 12}, hands={1: "soaps"})
    assert play.changes == {
        "cash 1": -12, "bank": 12, "hand 1": "-soaps", "hand 2": "+pianos", "gone": "+soaps", "pack": -1,
    }  # fmt: skip
    assert play.state.alive == (1, 2)


@pytest.mark.parametrize(("cash", "to_buyer", "to_bank"), [(25, 10, 15), (10, 10, 0), (6, 6, 0)])
def test_ruling_cannot_pay_for_a_doubt(cash: int, to_buyer: int, to_bank: int) -> None:
    """cannot-pay: a wrong doubter gives what they have to the buyer first, then to the bank, and is out."""
    play = Deals(f"{BUY_PIANOS}; announce 20; 2: doubt; 3: trust", cash={2: cash})
    expected = {"cash 1": to_buyer, "cash 2": -cash, "hand 1": "+pianos", "pack": -1}
    assert play.changes == expected | ({"bank": to_bank} if to_bank else {})
    assert play.state.alive == (0, 2)
    assert play.seat == 3


def test_ruling_cannot_pay_a_wrong_denunciation() -> None:
    """cannot-pay: the denouncer gives all they have to the accused and is out; the accused goes on."""
    play = Deals("dice 1 1; 2: denounce 1; 3: pass; dice 1 1", at={1: "A13"}, cash={2: 4})
    assert play.changes == {"cash 1": 4, "cash 2": -4}
    assert (play.state.alive, play.seat) == ((0, 2), 3)


def test_ruling_cannot_pay_the_fine_at_customs() -> None:
    """cannot-pay: all petrol goes under the pack, the money to the bank, the rest of the hand out of the game."""
    play = Deals("dice 4 4; go A0; declare petrol-8; pass", hands={1: "petrol-8 soaps"}, seats=3, cash={1: 30})
    play.play("dice 1 3; pass; dice 1 3; pass; dice 4 4; pass; dice 1 3; go I8; pass; dice 1 3; go I8; pass")
    play.play("dice 1 6; 2: pass; 3: denounce 1")
    assert play.state.alive == (1, 2)
    assert (play.state.cash[0], play.words(play.state.under), play.words(play.state.gone)) == (0, "petrol-8", "soaps")


def out_of_time(play: Deals) -> str:
    """What the clock answers for the first player."""
    return play.rules.write(play.rules.default(play.state, Seat(0), Luck(0)))


@pytest.mark.parametrize(("cash", "price"), [(100, 20), (20, 20), (9, 9)])
def test_ruling_deadline_after_seeing_a_card(cash: int, price: int) -> None:
    """deadline: the printed price is announced, or all one has if that is less."""
    play = Deals(BUY_PIANOS, cash={1: cash})
    assert out_of_time(play) == f"announce {price}"


@pytest.mark.parametrize(("text", "position", "answer"), [
    ("dice 4 4", {}, "go I8"),
    ("dice 1 3", {}, "pass"),
    ("dice 1 1", {"hands": {1: "corks"}}, "pass"),
    ("dice 1 1", {"hands": {1: "petrol-1"}, "at": {1: "A4"}}, "pass"),
    ("dice 4 4; go A0", {"hands": {1: "petrol-1"}}, "pass"),
    ("dice 1 1", {"hands": {1: "corks"}, "at": {1: "I4"}, "years": {1: 3}}, "pass"),
    ("dice 1 1", {"hands": {2: "corks"}, "at": {1: "I7"}}, "pass"),
    ("dice 1 1; denounce 2; check ivory; die 3", {"hands": {2: "ivory"}, "at": {1: "I7"}, "years": {1: 3}}, "years"),
    ("dice 1 1", {"at": {1: "I8"}}, "pass"),
    ("dice 1 2", {}, "pay"),
])  # fmt: skip
def test_ruling_deadline(text: str, position: dict[str, object], answer: str) -> None:
    """deadline: the harmless answer: stay inside, no purchase, no sale, no declaration, pay the tax, take the years."""
    play = Deals(text, **position)  # type: ignore[arg-type]
    assert out_of_time(play) == answer


def test_ruling_deadline_in_a_window() -> None:
    """deadline: silence is trust."""
    play = Deals(f"{BUY_PIANOS}; announce 1")
    play.play_default_entry()
    play.play_default_entry()
    assert play.hand(1) == "pianos"
    customs = Deals("dice 1 1", at={1: "A13"})
    customs.play_default_entry()
    customs.play_default_entry()
    assert customs.changes == {}


def test_ruling_pack_is_shuffled_anew() -> None:
    """pack: whenever it is used up, the cards under it become a new one, in an order that nobody knows."""
    play = Deals("dice 1 3; buy", pack="", under="corks pianos ivory")
    assert any(isinstance(event, Shuffled) for event in play.heard_events(None))
    assert play.chance_weights == {"draw corks": 1, "draw pianos": 1, "draw ivory": 1}
    assert play.state.generation == 1


def test_ruling_pack_is_used_up_first() -> None:
    """pack: a returned card does not come back before the pack is used up."""
    play = Deals("dice 1 3; buy", pack="soaps", under="corks pianos ivory")
    assert play.chance_weights == {"draw soaps": 1}


def test_ruling_pack_of_the_booklet() -> None:
    """pack: with the option `booklet` it is never shuffled; cards come back in the order they went under."""
    play = Deals("dice 1 3; buy", pack="", under="pianos corks ivory", booklet=True)
    assert play.chance_weights == {"draw pianos": 1}
    play.play("draw pianos; announce 20; 2: trust; 3: trust")
    assert play.words(play.state.under) == "corks ivory"
    assert play.hidden(1) == ""  # everybody could know


def test_ruling_given_up_cards_in_the_order_given() -> None:
    """given-up-cards: every card sold, given up or confiscated is shown and goes under the pack, several in order."""
    position = {"hands": {1: "soaps ivory corks"}, "years": {1: 20}, "at": {1: "I4"}}
    play = Deals("dice 1 1; give soaps; give ivory; give corks", booklet=True, **position)  # type: ignore[arg-type]
    assert play.words(play.state.under) == "soaps ivory corks"
    mixed = Deals("dice 1 1; give soaps; give ivory; give corks", **position)  # type: ignore[arg-type]
    assert mixed.words(mixed.state.under) == "corks soaps ivory"  # no order, where it will be shuffled


def test_ruling_flights_end_the_promise() -> None:
    """flights: from one outer circuit to the other, or home, the promise is over; a new one may be made at a stop."""
    play = Deals("dice 4 4; go A0; declare petrol-1; pass", hands={1: "petrol-1"}, seats=2)
    play.play("dice 1 3; pass; dice 3 4; fly B7; dice 1 3; go I8; pass")
    assert play.state.promises[0] is None
    play.before = play.state
    play.play("dice 4 4; 2: denounce 1; dice 1 1")  # B15: nothing was declared on this visit, so the dice fall
    assert play.changes == {"cash 1": 10 - 1, "cash 2": -10, "bank": 1}


def test_ruling_flights_and_a_promise_made_anew() -> None:
    """flights: at the next stop the same petrol may be declared again, and is paid for again."""
    play = Deals("dice 4 4; go A0; declare petrol-1; pass", hands={1: "petrol-1"}, seats=2)
    play.play("dice 1 3; pass; dice 3 4; fly I10; dice 1 3; go I8; pass; dice 6 6; go B0")
    assert (play.changes, play.state.promises[0]) == ({"cash 1": 5, "bank": -5}, None)
    assert play.legal_notations == ["declare petrol-1", "pass"]
    play.play("declare petrol-1")
    assert play.changes == {"cash 1": 5 + 5, "bank": -10}
    assert play.words(play.state.promises[0]) == "petrol-1"


def test_ruling_public() -> None:
    """public: cash, number of cards, years and the pot lie open; cards do not."""
    play = Deals("dice 1 3", hands={1: "soaps ivory", 2: "corks"}, years={2: 4}, pot=12)
    now = play.now
    assert (now.cash, now.cards, now.years, now.pot, now.hand) == ((100, 100, 100), (2, 1, 0), (0, 4, 0), 12, None)
    assert play.words(play.view(2).now.hand) == "corks"


def test_ruling_public_declaration_is_shown_once() -> None:
    """public: a declaration shows the cards declared, once: it is heard, and then lies nowhere."""
    play = Deals("dice 4 4; go A0; declare petrol-4", hands={1: "petrol-4 soaps"})
    assert any(isinstance(event, PetrolDeclared) for event in play.heard_events(None))
    before = Deals("dice 4 4; go A0", hands={1: "petrol-4 soaps"}, cash={1: 110})
    assert play.now == before.now


def test_ruling_first_by_lot() -> None:
    """first-by-lot: whoever the lot names begins, and rounds are counted from them."""
    play = Deals("dice 1 3; pass; dice 1 3; pass", turn=2)
    assert (play.seat, play.state.round) == (1, 1)
    play.play("dice 1 3; pass")
    assert (play.seat, play.state.round) == (2, 2)


def test_ruling_wrong_denunciation() -> None:
    """wrong-denunciation: 10 to the accused; with the option `free` nothing."""
    text = "dice 1 1; 2: denounce 1; 3: pass; dice 1 1"
    assert Deals(text, at={1: "A13"}).changes == {"cash 1": 10, "cash 2": -10}
    assert Deals(text, at={1: "A13"}, free=True).changes == {}


def test_ruling_bonus() -> None:
    """bonus: the player chooses which petrol to declare; the others need not know that there is more."""
    play = Deals("dice 4 4; go A0; declare petrol-8; pass", hands={1: "petrol-4 petrol-8"})
    assert play.changes == {"cash 1": 20, "bank": -20}
    assert (play.words(play.state.promises[0]), play.hidden(1)) == ("petrol-8", "petrol-4")


def test_ruling_bonus_of_petrol_that_is_given_up(tmp_path: Path) -> None:
    """bonus: on a board with a police station outside, declared petrol may be given up there; the promise is then kept,
    and a denunciation at customs is wrong."""
    file, text = tmp_path / "station.toml", CLASSIC.read_text("utf-8")
    file.write_text(text.replace('"harbour", "control", "casino"', '"harbour", "police-station", "casino"', 1), "utf-8")
    position = {"hands": {1: "petrol-1 soaps"}, "years": {1: 9}, "seats": 2, "edition": file}
    play = Deals("dice 4 4; go A0; declare petrol-1; pass", **position)  # type: ignore[arg-type]
    play.play("dice 1 3; pass; dice 6 6; give petrol-1; pass; dice 1 3; go I8; pass")
    assert (play.square(1), play.state.promises[0], play.hand(1)) == ("A12", (), "soaps")
    play.before = play.state
    play.play("dice 1 2; 2: denounce 1")
    assert play.changes == {"cash 1": 10, "cash 2": -10}


def test_ruling_out() -> None:
    """out: cash to the bank, the hand shown and out of the game; with the option `return` it goes under the pack."""
    text, position = "dice 1 1; check ivory", {"at": {1: "A0"}, "hands": {1: "ivory soaps"}, "years": {1: 20}}
    play = Deals(text, **position)  # type: ignore[arg-type]
    assert play.changes == {
        "cash 1": -100, "years 1": 7, "bank": 100, "hand 1": "-soaps -ivory", "under": "+ivory", "gone": "+soaps",
    }  # fmt: skip
    assert HandShown(0, play.cards("soaps")) in play.heard_events(None)
    back = Deals(text, **position, **{"return": True})  # type: ignore[arg-type]
    assert back.changes["under"] == "+soaps +ivory"
    assert "gone" not in back.changes


def test_ruling_clean_control() -> None:
    """clean-control: a card that is not illicit is seen by its owner only; the table hears that it was not."""
    play = Deals("dice 1 1; check soaps", hands={1: "soaps ivory"}, at={1: "A0"})
    assert play.heard_events(2) == play.heard_events(None) == [ControlClean(0)]
    assert ControlSeen(0, play.player_names.index("soaps")) in play.heard_events(1)
    assert play.hidden(1) == "soaps ivory"
    assert not any(isinstance(event, Confiscated) for event in play.heard_events(1))


def test_ruling_empty_hand() -> None:
    """empty-hand: it cannot be denounced in a flying control, and a control does nothing."""
    assert Deals("dice 1 1", at={1: "I7"}, hands={2: "soaps"}).legal_notations == ["denounce 2", "pass"]
    assert Deals("dice 1 1", at={1: "I7"}).seat == 2
    assert Deals("dice 1 1", at={1: "A0"}).seat == 2


@pytest.mark.parametrize("hand", ["", "soaps", "petrol-1"])
def test_ruling_customs_window(hand: str) -> None:
    """customs-window: it opens for everyone who stops there, petrol or not."""
    assert Deals("dice 1 1", at={1: "A13"}, hands={1: hand}).awaited_seats == (2, 3)


def test_ruling_reward_in_years() -> None:
    """reward-in-years: with a clean record it becomes money, and nobody is asked."""
    play = Deals("dice 1 1; denounce 3; check ivory; die 5", hands={3: "ivory soaps"}, at={1: "I7"})
    assert (play.seat, play.changes["cash 1"]) == (2, 5)


def test_ruling_reward_in_years_never_below_none() -> None:
    """reward-in-years: and a record never falls below 0."""
    play = Deals(
        "dice 1 1; denounce 3; check ivory; die 5; years", hands={3: "ivory soaps"}, at={1: "I7"}, years={1: 2}
    )
    assert play.state.years[0] == 0


def test_ruling_fines_to_the_bank() -> None:
    """fines: they go to the bank; the pot takes taxes and bank charges only."""
    play = Deals("dice 1 1; check ivory", hands={1: "ivory"}, at={1: "A0"}, pot=5)
    assert play.state.pot == 5
    assert play.changes["bank"] == 25


def test_ruling_empty_pack() -> None:
    """empty-pack: no card anywhere, no purchase."""
    assert Deals("dice 1 3", pack="").seat == 2
    sale = Deals("dice 1 1; sell corks", pack="", hands={1: "corks"})
    assert sale.legal_notations == ["buy", "pass"]  # the card just sold could be bought back


def test_ruling_names() -> None:
    """names: the old lady is Mélina."""
    play = Deals("dice 1 1", hands={1: "corks"})
    assert all(any("Mélina" in said for said in play.log_sentences(language)) for language in ("fr", "en"))


def test_ruling_no_goods_named() -> None:
    """no-goods-named: a buyer names a price, never what it is for."""
    announced = Deals(f"{BUY_PIANOS}; announce 5").heard_events(None)
    assert [(type(event).__name__, event.__struct_fields__) for event in announced] == [
        ("Announced", ("seat", "price"))
    ]


def test_ruling_price_limit() -> None:
    """price-limit: whole numbers up to one's cash, and never above the sum that wins the game."""
    assert Deals(BUY_PIANOS, cash={1: 7}).legal_notations[-1] == "announce 7"
    assert Deals(BUY_PIANOS, cash={1: 5000}, years={1: 1}).legal_notations[-1] == "announce 600"
    assert Deals("dice 1 3", cash={1: 0}).seat == 2  # with no cash one cannot buy


def test_ruling_tax_without_cash() -> None:
    """tax-without-cash: whoever has less than the tax must throw the dice."""
    play = Deals("dice 1 2", cash={1: 4})
    assert len(play.chance_weights) == 21
    play.play("dice 3 4")
    assert (play.seat, play.changes) == (2, {})


def test_ruling_tax_without_cash_is_not_tax_with_the_last_of_it() -> None:
    """tax-without-cash: whoever has just the tax may pay it, or throw."""
    assert Deals("dice 1 2", cash={1: 5}).legal_notations == ["pay", "roll"]


def test_ruling_clean_at_the_station() -> None:
    """clean-at-the-station: whoever has no years is not asked."""
    assert Deals("dice 1 1", hands={1: "soaps"}, at={1: "I4"}).seat == 2


def test_ruling_clean_at_the_station_enough_is_enough() -> None:
    """clean-at-the-station: once the record is clean, no more cards are asked for."""
    play = Deals("dice 1 1; give ivory", hands={1: "soaps ivory"}, at={1: "I4"}, years={1: 2})
    assert (play.state.years[0], play.seat, play.hand(1)) == (0, 2, "soaps")


@pytest.mark.parametrize(("square", "hands"), [
    ("I0", ("soaps", "petrol-1")), ("A4", ("petrol-1", "soaps")), ("A6", ("soaps", "corks")),
])  # fmt: skip
def test_ruling_questions_tell_nothing(square: str, hands: tuple[str, str]) -> None:
    """questions-tell-nothing: whoever holds cards is asked where goods are sold or declared, with or without them."""
    seen = [Deals("dice 1 1", hands={1: hand}, at={1: square}) for hand in hands]
    assert seen[0].awaited_seats == seen[1].awaited_seats == (1,)
    assert seen[0].now == seen[1].now


def test_ruling_questions_tell_nothing_at_stop() -> None:
    """questions-tell-nothing: nor does the end of a declaration: there may always be more petrol."""
    play = Deals("dice 4 4; go A0; declare petrol-1", hands={1: "petrol-1 soaps"})
    assert play.awaited_seats == (1,)


def test_ruling_questions_tell_nothing_at_a_refinery() -> None:
    """questions-tell-nothing: with the last petrol sold they are asked again, until they say that it is all."""
    play = Deals("dice 1 1; sell petrol-1", hands={1: "petrol-1 corks"}, at={1: "A4"})
    assert (play.awaited_seats, play.legal_notations) == ((1,), ["pass"])


def test_ruling_rounds_shared() -> None:
    """rounds: equal in record and in cash, they share the win; however rich, a record that is not clean comes after."""
    turns = "dice 1 3; pass; dice 1 3; pass; dice 1 3; pass"
    play = Deals(turns, rounds=1, cash={1: 80, 2: 80, 3: 500}, years={3: 1})
    assert play.result is not None
    assert (play.result.why, play.result.places) == ("rounds", (1, 1, 2))


def test_ruling_rounds() -> None:
    """rounds: with the option, the game ends after so many; a clean record comes before money."""
    turns = "dice 1 3; pass; dice 1 3; pass; dice 1 3; pass"
    play = Deals(turns, rounds=1, cash={1: 50, 2: 80, 3: 500}, years={3: 1})
    assert play.result is not None
    assert (play.result.why, play.result.places) == ("rounds", (2, 1, 2))
