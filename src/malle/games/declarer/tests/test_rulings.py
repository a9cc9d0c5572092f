"""The rulings of the README, each by its name: what we settled where the booklet is silent or doubtful."""

from __future__ import annotations

import re

import pytest

from malle.core import Illegal
from malle.games.declarer import GAME_INFO, event_messages
from malle.games.declarer.state import GotAway, RoundEnded
from malle.games.declarer.tests.notation import Customs
from malle.games.declarer.tests.test_rules_ending import to_the_end
from malle.i18n.translations import Translator

HIDDEN_WATCH = "officer 1; draw watch; draw luggage ×3; declare nothing; believe"
TRUE_BAG = "officer 1; draw bag; draw crown; draw luggage ×2; claim bag; believe"


def test_ruling_money_once() -> None:
    """money-once: money is shared out before the first round and never again."""
    play = Customs("officer 1; draw watch; draw luggage ×3; declare nothing; search", short=True)
    play.play_until(lambda: play.officers == [1, 2])
    assert play.purses == (12800, 12200, 12500, 12500)


# -- truth


def test_ruling_article_by_article_exchanged() -> None:
    """article-by-article: one article exchanged for another makes the whole declaration false."""
    play = Customs("officer 1; draw wine; draw cigars; draw luggage ×2; declare 1 wine 1 cognac; search")
    assert play.payments == ["2 pays 1 150 fine"]


def test_ruling_article_by_article_order() -> None:
    """article-by-article: it is true whatever the order in which the cards came."""
    play = Customs("officer 1; draw crown; draw luggage ×2; draw wine; declare 1 wine 1 crown; search")
    assert play.payments == ["2 pays 1 525 duty", "1 pays 2 200 compensation"]


def test_ruling_empty_overdeclared() -> None:
    """empty-overdeclared: only luggage, and a wine declared: not true, so no compensation; no article, so no fine."""
    play = Customs("officer 1; draw luggage ×4; declare 1 wine; search; draw luggage ×4")
    assert play.gains == (0, 0, 0, 0)
    assert play.suitcase == "4 luggage"


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        ("declare 4 wine", True),
        ("declare 2 wine 1 cigars 1 crown", True),
        ("declare 4 wine 1 cigars", False),  # five articles, four cards
        ("declare 1 crown", True),
        ("declare 2 crown", False),  # there is one
        ("declare 5 wine", False),  # there are four
    ],
)
def test_ruling_declaration_limits(said: str, allowed: bool) -> None:
    """declaration-limits: as many articles as cards in hand, one crown and four of each other article at the most."""
    play = Customs("officer 1; draw luggage ×4")
    assert (play.refusal(said) is None) is allowed
    assert (said in play.legal_notations) is allowed


def test_ruling_declaration_limits_depend_on_the_hand() -> None:
    """declaration-limits: with two cards in hand, two articles at the most may be declared."""
    play = Customs("officer 1")
    play.play_until(lambda: play.left == 2 and play.phase == "neighbour")
    play.play("doubt; draw necklace; draw crown")
    assert play.refusal("declare 2 wine") is None
    assert isinstance(play.refusal("declare 3 wine"), Illegal)
    assert max(play.legal_notations, key=len).count(" ") <= 4


# -- the informer


def test_ruling_informer_reward_without_a_fine() -> None:
    """informer-reward: the officer pays 1,000 F even when the false declaration costs the declarer nothing."""
    play = Customs("officer 1; draw luggage ×4; declare 1 wine; believe; doubt")
    assert play.payments == ["1 pays 3 1000 reward"]
    assert play.gains == (25 - 1000, -25, 1000, 0)


@pytest.mark.parametrize(
    ("notes", "payments"),
    [
        (HIDDEN_WATCH, ["2 pays 1 300 fine", "1 pays 3 300 reward"]),
        ("officer 1; draw luggage ×4; declare 1 wine; believe", []),
        ("officer 1; draw luggage ×4; claim bag; believe", ["2 pays 1 200 fine", "1 pays 3 200 reward"]),
        (
            "officer 1; draw crown; draw necklace; draw luggage ×2; declare nothing; believe",
            ["2 pays 1 1600 fine", "1 pays 3 1000 reward"],
        ),
    ],
)
def test_ruling_informer_reward_capped(notes: str, payments: list[str]) -> None:
    """informer-reward, option `capped`: the informer receives 1,000 F, but never more than the liar is made to pay."""
    play = Customs(f"{notes}; doubt", capped=True)
    assert play.payments == payments


def test_ruling_informer_reward_capped_only_caps_the_reward() -> None:
    """informer-reward, option `capped`: a wrong informer pays 200 F as ever."""
    play = Customs("officer 1; draw luggage ×4; declare nothing; believe; doubt", capped=True)
    assert play.payments == ["3 pays 2 200 compensation"]


# -- the bag


def test_ruling_bag_doubter_pays() -> None:
    """bag-doubter-pays: the next traveller doubted a true bag and pays the 200 F; nothing is due on the cards."""
    play = Customs(f"{TRUE_BAG}; doubt; draw wine ×4")
    assert play.gains == (0, 200, -200, 0)
    assert play.suitcase == "2 luggage 1 bag 1 crown"


def test_ruling_bag_doubter_pays_strict() -> None:
    """bag-doubter-pays, option `strict`: the officer pays, as the booklet has it, word for word."""
    play = Customs(f"{TRUE_BAG}; doubt", strict=True)
    assert play.payments == ["1 pays 2 200 compensation"]


def test_ruling_bag_doubter_pays_strict_only_for_the_bag() -> None:
    """bag-doubter-pays, option `strict`: where no bag was claimed, a wrong informer pays, not the officer."""
    play = Customs("officer 1; draw bag; draw luggage ×3; declare nothing; believe; doubt", strict=True)
    assert play.payments == ["3 pays 2 200 compensation"]


def test_ruling_bag_unclaimed() -> None:
    """bag-unclaimed: a bag held and not claimed is like luggage: it makes nothing false and protects nothing."""
    true = Customs("officer 1; draw bag; draw wine; draw luggage ×2; declare 1 wine; search")
    assert true.payments == ["2 pays 1 25 duty", "1 pays 2 200 compensation"]
    false = Customs("officer 1; draw bag; draw wine; draw luggage ×2; declare nothing; search")
    assert false.payments == ["2 pays 1 50 fine"]


def test_ruling_bag_hopeless_claim() -> None:
    """bag-hopeless-claim: the bag may be claimed even when everybody can see it lying in the suitcase."""
    play = Customs("officer 1; draw bag; draw luggage ×3; claim bag; search; draw luggage ×4")
    assert "claim bag" in play.legal_notations


# -- order, purses, debts


def test_ruling_order_first_officer_by_lot() -> None:
    """order: every seat has the same chance to be the first officer."""
    assert Customs().chance_weights == {"officer 1": 1, "officer 2": 1, "officer 3": 1, "officer 4": 1}


def test_ruling_order_next_officer_on_the_left() -> None:
    """order: the office goes to the left, and in every round the traveller on the officer's left begins."""
    play = Customs("officer 3", short=True)
    beginners: list[int] = []
    while len(beginners) < 4:
        play.play_until(lambda: len(play.officers) > len(beginners) and play.phase == "declare")
        beginners.extend(play.awaited_seats)
    assert play.officers == [3, 4, 1, 2]
    assert beginners == [4, 1, 2, 3]


def test_ruling_open_purses() -> None:
    """open-purses: everybody, the spectator too, sees every purse."""
    play = Customs(f"{HIDDEN_WATCH}; accept")
    for seat in (None, 1, 2, 3, 4):
        assert play.view(seat).now.purses == play.purses


def test_ruling_debts_from_the_officers_purse_too() -> None:
    """debts: the officer may owe as well, and then believes and searches as before."""
    play = Customs("officer 1", version=1)
    for _ in range(3):
        play.play("draw luggage ×4; declare nothing; believe")
        play.play("accept; throw luggage; draw luggage; declare 1 wine; believe; doubt")
    assert play.purses[0] == 2500 + 3 * 25 - 3 * 1000
    play.play("draw watch ×4; declare nothing")
    assert play.legal_notations == ["believe", "search"]


def test_ruling_debts_bear_no_interest() -> None:
    """debts: a debt stays what it is until the end, and nothing is forgiven when a round ends."""
    play = Customs("officer 1; draw crown; draw necklace ×3; declare nothing; search", version=1, short=True)
    play.play_until(lambda: len(play.officers) == 2)
    assert play.purses == (5300, -300, 2500, 2500)


# -- the end of the pack


def near_the_end(left: int) -> Customs:
    """The first round, officer 1: a hand was let through, and so many cards are left to take."""
    play = Customs("officer 1")
    play.play_until(lambda: play.left == left and play.phase == "neighbour")
    return play


@pytest.mark.parametrize("left", [1, 2, 3])
def test_ruling_pack_runs_out_fewer_cards(left: int) -> None:
    """pack-runs-out: who should take four cards takes what is left, at least one, and declares it: the round's last."""
    play = near_the_end(left)
    play.play("doubt")
    play.play_until(lambda: play.phase == "declare")
    assert play.now.cards == left
    play.play_default_entry()
    assert play.now.last
    assert play.left == 0


def test_ruling_pack_runs_out_last_new_card() -> None:
    """pack-runs-out: the accepted hand for which the last card was drawn is the round's last to be declared."""
    play = near_the_end(1)
    assert not play.now.last
    play.play("accept")
    play.play_default_entry()
    play.play("draw crown")
    assert (play.left, play.now.cards, play.phase) == (0, 4, "declare")


def last_declaration(said: str) -> Customs:
    """Necklace and crown are the last two cards, and this is said of them to officer 1."""
    play = near_the_end(2)
    play.play(f"doubt; draw necklace; draw crown; {said}")
    return play


@pytest.mark.parametrize(
    ("said", "answers", "payments"),
    [
        ("declare 1 necklace 1 crown", "search", ["{t} pays 1 800 duty", "1 pays {t} 200 compensation"]),
        ("declare nothing", "search", ["{t} pays 1 1600 fine"]),
        ("declare nothing", "believe; doubt", ["{t} pays 1 1600 fine", "1 pays {n} 1000 reward"]),
        ("declare 1 necklace 1 crown", "believe; doubt", ["{n} pays {t} 200 compensation"]),
        ("claim bag", "believe; doubt", ["{t} pays 1 1800 fine", "1 pays {n} 1000 reward"]),
    ],
)
def test_ruling_pack_runs_out_answered_as_usual(said: str, answers: str, payments: list[str]) -> None:
    """pack-runs-out: the last declaration is answered like any other, and then the round is over."""
    play = last_declaration(said)
    t = play.now.traveller + 1
    n = t + 1 if t < 4 else 2
    play.play(answers)
    assert play.payments == [payment.format(t=t, n=n) for payment in payments]
    assert RoundEnded(1) in play.heard_events()
    assert play.officers == [1, 2]


def test_ruling_pack_runs_out_accepting_is_not_doubting() -> None:
    """pack-runs-out: accepting the last hand means only not doubting it: no card is thrown, the round is over."""
    play = last_declaration("declare nothing; believe")
    assert play.legal_notations == ["accept", "doubt"]
    play.play("accept")
    assert play.officers == [1, 2]


def test_ruling_hands_alive() -> None:
    """hands-alive: the last hand, let through and not doubted, is laid aside unseen, and nothing more is due on it."""
    play = last_declaration("declare nothing; believe")
    before = play.purses
    play.play("accept")
    assert play.purses == before
    others = [
        seat for seat in (None, 1, 2, 3, 4) if not any(isinstance(each, GotAway) for each in play.heard_events(seat))
    ]
    assert len(others) >= 4, "the liar alone is told again what they hid"
    assert not any(hasattr(event, "hand") for seat in others for event in play.heard_events(seat))


@pytest.mark.parametrize(("answer", "declarations"), [("search", 14), ("believe; accept", 53)])
def test_ruling_pack_runs_out_after_14_to_53_declarations(answer: str, declarations: int) -> None:
    """pack-runs-out: 56 cards make 14 declarations if all are searched, and 53 if all pass."""
    play, number = Customs("officer 1", rounds=1), 0
    while play.result is None:
        play.play_until(lambda: play.phase == "declare")
        play.play_default_entry()
        number += 1
        play.play(answer)
        play.play_until(lambda: play.phase in ("declare", "over"))
    assert number == declarations


# -- tie, short game, rounds


def test_ruling_tie() -> None:
    """tie: equal purses share the win, and the next place is counted after them."""
    play = Customs("officer 1; draw bag; draw crown; draw luggage ×2; claim bag; search", seats=3, short=True, rounds=1)
    play.play("draw luggage ×4; declare nothing; search")
    to_the_end(play)  # luggage, and nothing but luggage
    assert play.result is not None
    assert play.result.scores == (16250, 16850, 16850)
    assert play.result.places == (3, 1, 1)


def test_ruling_short_game() -> None:
    """short-game: a round stops after 28 cards."""
    play = Customs("officer 1", short=True)
    assert play.left == 28
    play.play_until(lambda: play.left == 1 and play.phase == "neighbour")
    play.play("accept")
    play.play_until(lambda: play.phase == "declare")
    play.play("declare nothing")
    assert play.now.last
    play.play("believe; accept")
    assert play.officers == [1, 2]


@pytest.mark.parametrize(("language", "pack"), [("fr", r"paquet|épuisé"), ("en", r"pack|empty")])
def test_ruling_short_game_says_nothing_of_an_empty_pack(language: str, pack: str) -> None:
    """short-game: half of the cards are left when a round ends, and its last sentence is true all the same."""
    play = Customs("officer 1", short=True)
    play.play_until(lambda: play.officers == [1, 2])
    ended = next(event for event in play.heard_events() if isinstance(event, RoundEnded))
    said = Translator(GAME_INFO.folder, language).translate(event_messages.event_message(play.rules, ended))
    assert not re.search(pack, said), said


def test_ruling_short_game_draws_from_the_full_pack() -> None:
    """short-game: the 28 cards come from all 56, so that nobody knows which will not come."""
    play = Customs("officer 1", short=True)
    assert sum(play.chance_weights.values()) == 56
    play.play_until(lambda: play.left == 1 and not play.phase)
    assert sum(play.chance_weights.values()) == 29
    assert play.chance_weights["draw crown"] == 1


@pytest.mark.parametrize(("rounds", "officers"), [(0, [2, 3, 1]), (1, [2]), (2, [2, 3]), (4, [2, 3, 1, 2])])
def test_ruling_rounds(rounds: int, officers: list[int]) -> None:
    """rounds: a table may agree on another number of rounds than one for each player."""
    play = to_the_end(Customs("officer 2", seats=3, short=True, rounds=rounds))
    assert play.officers == officers


@pytest.mark.parametrize(
    ("notes", "default"),
    [
        ("draw wine; draw crown; draw luggage ×2", "declare 1 wine 1 crown"),
        ("draw luggage ×4", "declare nothing"),
        ("draw bag; draw crown; draw luggage ×2", "claim bag"),
        ("draw luggage ×4; declare 2 wine", "believe"),
        ("draw luggage ×4; declare 2 wine; believe", "accept"),
        ("draw wine; draw crown ; draw watch ×2; declare nothing; believe; accept", "throw crown"),
        ("draw luggage ×4; declare nothing; believe; accept", "throw luggage"),
        ("draw bag; draw crown; draw luggage ×2; declare nothing; believe; accept", "throw bag"),
    ],
)
def test_ruling_deadline(notes: str, default: str) -> None:
    """deadline: for whom the time runs out: the truth, belief, acceptance, and the dearest dutiable card away."""
    play = Customs(f"officer 1; {notes}")
    play.play_default_entry()
    assert play.game.write(play.log[-1].action) == default


def test_ruling_bag_alone() -> None:
    """bag-alone: whoever claims the diplomatic bag names no article besides it."""
    play = Customs("officer 1; draw bag; draw wine; draw luggage ×2")
    assert "claim bag" in play.legal_notations
    assert play.refusal("claim bag 1 wine") is not None
    assert play.refusal("declare 1 wine 1 bag") is not None
