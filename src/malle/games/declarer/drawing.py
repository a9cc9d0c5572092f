"""The scenes of Rien à déclarer ?: what everybody sees on the customs desk, and what a seat sees besides."""

from __future__ import annotations

from collections.abc import Sequence

from malle.core import Action, Message, MessageArg, Over, PlayerRef
from malle.core.fragment_cache import cached_fragment
from malle.core.message import ending_message
from malle.core.scene import (  # fmt: skip
    Area,
    Button,
    Choice,
    ChoiceTree,
    Colours,
    ComposeQuestion,
    DrawInput,
    Item,
    Palette,
    Panel,
    PanelLine,
    Pick,
    Pile,
    PlayerStatus,
    Row,
    Scene,
    SeatOverlay,
    UnavailableReason,
    item_id,
)
from malle.games.declarer.animation import animations as animations
from malle.games.declarer.animation import log_messages as log_messages
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards
from malle.games.declarer.icons import card_item, card_name, card_symbol, count_by_kind, listed_cards, money_message
from malle.games.declarer.layout import static_scene as static_scene
from malle.games.declarer.payments import BAG_CLAIM, amount_owed
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Accept, Believe, Claim, Doubt, Now, Search, Throw

COLOURS = Colours(
    day=Palette("#CFE0D6", "#B7CFC3", "#0E5A55", "#FFFDF7", "#C23B1E", "#EDB63E"),
    night=Palette("#12302E", "#1B4441", "#8FD3C4", "#0B211F", "#C23B1E", "#EDB63E"),
)


# ---- what everybody sees


def shared_scene(game: Declarer, draw_input: DrawInput[Now]) -> Scene:
    """Return the scene that everybody sees.

    It has two suitcases, what was declared, and the backs of the travelling hand. After the end it
    has only the purses and the result.
    """
    now = draw_input.now
    if isinstance(draw_input.turn, Over):
        chips = tuple(_player_status(purse, "traveller", 0) for purse in now.purses)
        return Scene(ending_message(draw_input.turn), "over", chips, status=Message("screen-over"))
    return Scene(
        prompt=_prompt_message(game, now),
        rule=now.phase,
        chips=_player_statuses(game, now),
        areas=(*_desk_areas(game, now), _card_backs(_backs_epoch(now), now.cards)),
        status=Message("screen-round", {"round": now.round, "rounds": game.rounds}),
        ring=(now.officer, *game.travellers(now.officer)),
    )


def _prompt_message(game: Declarer, now: Now, suffix: str = "") -> Message:
    """Return the message that says what is being decided.

    `suffix` is `-you` for the seat that decides, otherwise empty.
    """
    next_traveller = game.next_traveller(now.officer, now.traveller)
    args: dict[str, MessageArg] = {"officer": PlayerRef(now.officer), "traveller": PlayerRef(now.traveller)}
    args |= {"next": PlayerRef(next_traveller), "n": now.cards}
    if now.claim is not None:
        args |= {"cards": listed_cards(game, now.claim), "articles": len(now.claim)}
    return Message(f"prompt-{now.phase}{suffix}", args)


def _player_statuses(game: Declarer, now: Now) -> tuple[PlayerStatus, ...]:
    """Return the status of each player during a round, by seat."""
    doing = ["waits"] * game.seats
    doing[game.next_traveller(now.officer, now.traveller)] = "next"
    doing[now.traveller] = "at-desk"
    doing[now.officer] = "officer"
    return tuple(
        _player_status(purse, what, now.cards if what == "at-desk" else 0)
        for purse, what in zip(now.purses, doing, strict=True)
    )


@cached_fragment
def _player_status(purse: int, doing: str, cards: int) -> PlayerStatus:
    """Return the status of a player: purse, role, and what they are doing.

    `doing` is `officer`, `at-desk` (holds the hand), `next` (is the next traveller), `waits`, or
    after the end `traveller`. `cards` is the number of cards in the player's hand.
    """
    role = Message("role-officer" if doing == "officer" else "role-traveller")
    return PlayerStatus(
        sum=money_message(purse),
        role=Message("beside", {"one": role, "two": Message("screen-debt")}) if purse < 0 else role,
        note=Message(f"screen-{doing}", {"n": cards}) if doing in ("at-desk", "next", "waits") else "",
        hat="kepi" if doing == "officer" else "",
        tone="bad" if purse < 0 else "",
    )


def _desk_areas(game: Declarer, now: Now) -> list[Area]:
    """Return the two suitcases and, if there is one, the declaration or the officer's question."""
    areas: list[Area] = [_closed_suitcase(now.left), _open_suitcase(game, now.round, now.laid)]
    if now.claim is not None:
        areas.append(_declaration_panel(game, now.claim, now.traveller))
    elif now.phase == "declare":
        areas.append(Panel("question", "speech", text=Message("screen-question")))
    return areas


@cached_fragment
def _closed_suitcase(left: int) -> Pile:
    """Return the closed suitcase, which shows the number of cards that may still be taken in this
    round."""
    return Pile("pack", "suitcase", Message("screen-cards", {"n": left}), Message("screen-in-pack"))


@cached_fragment
def _open_suitcase(game: Declarer, round_number: int, laid: tuple[int, ...]) -> Pile:
    """Return the open suitcase with the cards that lie face up; `laid` has their number by kind."""
    items = tuple(_laid_item(game, round_number, kind, count) for kind, count in enumerate(laid) if count)
    label = Message("screen-cards", {"n": sum(laid)})
    return Pile("laid", "suitcase-open", label, Message("screen-seen"), items, where="right")


@cached_fragment
def _laid_item(game: Declarer, round_number: int, kind: int, count: int) -> Item:
    """Return the item that stands for all `count` face-up cards of one kind."""
    return Item(item_id("laid", round_number, kind), card_name(game, kind), card_symbol(game, kind), badge=f"× {count}")


@cached_fragment
def _declaration_panel(game: Declarer, claim: Cards, traveller: int) -> Panel:
    """Return the panel with what was declared, and the duty on it."""
    if claim == BAG_CLAIM:
        lines = [
            PanelLine(card_name(game, BAG), symbol=card_symbol(game, BAG)),
            PanelLine(Message("slip-bag"), tone="quiet"),
        ]
    else:
        lines = [_declared_line(game, kind, count) for kind, count in count_by_kind(claim)]
        lines.append(PanelLine(Message("slip-rest" if claim else "slip-nothing"), tone="quiet"))
    total = PanelLine(Message("slip-total"), money_message(game.cashier.duty_on(claim)), tone="good", total=True)
    return Panel("slip", "slip", Message("slip-title", {"traveller": PlayerRef(traveller)}), lines=(*lines, total))


def _declared_line(game: Declarer, kind: int, count: int) -> PanelLine:
    """Return the line for `count` declared cards of one article, with the duty on them."""
    many = Message("times", {"what": card_name(game, kind), "n": count})
    return PanelLine(many, money_message(game.numbers.duty_on((kind,) * count)), card_symbol(game, kind))


def _backs_epoch(now: Now) -> int:
    """Return a number for the ids of the card backs.

    It is new for every hand, and follows from what all see.
    """
    return ((now.round * 1000 + sum(now.laid)) * 10 + now.traveller) * 100 + now.left


@cached_fragment
def _card_backs(epoch: int, cards: int) -> Row:
    """Return the travelling cards as everybody but their holder sees them: backs, all alike."""
    backs = tuple(Item(item_id("case", epoch, place), Message("screen-back"), "back", "back") for place in range(cards))
    return Row("case", backs, fan=True)


# ---- what one seat sees besides


def seat_overlay(game: Declarer, draw_input: DrawInput[Now]) -> SeatOverlay | None:
    """Return what a seat sees besides the shared scene: the hand it holds, and what it may do.

    Return `None` if it neither holds the hand nor may act, and after the end.
    """
    now = draw_input.now
    if isinstance(draw_input.turn, Over) or (now.hand is None and not draw_input.legal):
        return None
    return SeatOverlay(
        prompt=_prompt_message(game, now, "-you") if draw_input.legal else "",
        areas=() if now.hand is None else (_hand_row(game, now, now.hand),),
        hides=() if now.hand is None else ("case",),
        ask=_choice_tree(game, draw_input),
    )


def _hand_row(game: Declarer, now: Now, hand: Cards) -> Row:
    """Return the cards of the hand, for its holder alone.

    While the holder declares, a note tells the fine on the whole hand.
    """
    cards = tuple(card_item(game, kind, handle) for handle, kind in _hand_item_ids(game, now, hand))
    fine = Message("screen-risk", {"officer": PlayerRef(now.officer), "fine": game.numbers.fine_on(hand)})
    title, note = Message("screen-your-cards", {"n": len(hand)}), fine if now.phase == "declare" else ""
    return Row("hand", cards, title, note, where="hand", private=True, back="back")


def _hand_item_ids(game: Declarer, now: Now, hand: Cards) -> list[tuple[str, int]]:
    """Return (item id, kind) for the cards in hand, in order.

    The ids are new whenever a hand is taken, passed on or gets a new card.
    """
    epoch = (now.round * 1000 + game.cards_per_round - now.left) * 10 + now.traveller
    return [(item_id("hand", epoch, place), kind) for place, kind in enumerate(hand)]


def _choice_tree(game: Declarer, draw_input: DrawInput[Now]) -> ChoiceTree | None:
    """Return the choices of the seat that acts, or `None` if it may not act."""
    now, legal, seat = draw_input.now, draw_input.legal, draw_input.viewer
    if not legal or seat is None:
        return None
    if now.phase == "declare":
        return _declaration_choices(game, now.cards, tuple(_hand_item_ids(game, now, now.hand or ())))
    if now.phase == "throw":
        return _throw_choices(game, now, now.hand or (), legal)
    purse = Message("screen-you-have", {"money": now.purses[seat]})
    return _officer_choices(game, now, purse) if now.phase == "officer" else _neighbour_choices(game, now, purse)


@cached_fragment
def _declaration_choices(game: Declarer, cards: int, hand: tuple[tuple[str, int], ...]) -> ChoiceTree:
    """Return the choices of a traveller who declares.

    A tap on an article in hand declares it. A counter for each article of the tariff can also
    declare articles that are not in the hand. `cards` is the size of the hand, and `hand` has (item
    id, kind) for each card.
    """
    risk = Message("compose-claim-risk", {"fine": game.numbers.bag_fine})
    bag = Button(Choice(game.write(Claim())), Message("compose-claim"), (risk,), card_symbol(game, BAG))
    articles = tuple((handle, game.numbers.kind_names[kind]) for handle, kind in hand if kind >= FIRST_ARTICLE)
    free = tuple(handle for handle, kind in hand if kind < FIRST_ARTICLE and kind != BAG)
    bags = tuple(handle for handle, kind in hand if kind == BAG)
    reasons = ((free, "declare-why-free"), (bags, "declare-why-bag"))
    why = tuple(UnavailableReason(handles, Message(reason)) for handles, reason in reasons if handles)
    return ChoiceTree(Message("verb-declare"), compose=ComposeQuestion("declaration", cards, (bag,), articles), why=why)


def _officer_choices(game: Declarer, now: Now, purse: Message) -> ChoiceTree:
    """Return the officer's buttons, believe and search, with what each may cost or bring; `purse`
    is shown beside."""
    officer, traveller, claim = now.officer, now.traveller, now.claim or ()
    cashier, following = game.cashier, game.next_traveller(officer, traveller)
    true = cashier.bill_if_searched(officer, traveller, claim, None)
    wrong = cashier.bill_if_doubted(officer, traveller, following, claim, None)
    reward = _reward_range(game, now)
    args: dict[str, MessageArg] = {
        "traveller": PlayerRef(traveller),
        "next": PlayerRef(following),
        "duty": amount_owed(cashier.bill_if_believed(officer, traveller, claim), traveller, officer),
        "compensation": amount_owed(true, officer, traveller),
        "extra": cashier.fine_on_lie(claim, ()),
        "reward": reward[1],
        "most": "yes" if reward[0] < reward[1] else "no",
        "wrong": amount_owed(wrong, officer, traveller),
    }
    passes = Button(Choice(game.write(Believe())), Message("answer-believe"), (Message("answer-believe-stake", args),))
    stakes = (Message("answer-search-true", args), Message("answer-search-lie", args))
    return ChoiceTree(
        verb=Message("answer-search"),
        title=Message("ask-officer", args),
        aside=purse,
        note=Message("ask-officer-note", args),
        buttons=(passes, Button(Choice(game.write(Search())), Message("answer-search"), stakes)),
    )


def _reward_range(game: Declarer, now: Now) -> tuple[int, int]:
    """Return the lowest and the highest reward that the next traveller can get for rightly doubting
    this hand."""
    officer, traveller, claim = now.officer, now.traveller, now.claim or ()
    informer = game.next_traveller(officer, traveller)
    fines = (game.cashier.fine_on_lie(claim, ()), game.cashier.max_fine(claim, now.cards))
    bills = [game.cashier.bill_if_doubted(officer, traveller, informer, claim, fine) for fine in fines]
    return amount_owed(bills[0], officer, informer), amount_owed(bills[1], officer, informer)


def _neighbour_choices(game: Declarer, now: Now, purse: Message) -> ChoiceTree:
    """Return the next traveller's buttons, accept and doubt, with what each may cost or bring;
    `purse` is shown beside."""
    officer, traveller = now.officer, now.traveller
    ((wrong, _, compensation, _),) = game.cashier.bill_if_doubted(
        officer, traveller, game.next_traveller(officer, traveller), now.claim or (), None
    )
    reward = _reward_range(game, now)
    args: dict[str, MessageArg] = {
        "traveller": PlayerRef(traveller),
        "wrong": PlayerRef(wrong),
        "compensation": compensation,
        "reward": reward[1],
        "most": "yes" if reward[0] < reward[1] else "no",
        "n": now.cards,
    }
    last = "-last" if now.last else ""
    stake = Message(f"answer-accept-stake{last}", args)
    take = Button(Choice(game.write(Accept())), Message(f"answer-accept{last}"), (stake,))
    stakes = (Message("answer-doubt-lie", args), Message("answer-doubt-true", args))
    return ChoiceTree(
        verb=Message("answer-doubt"),
        title=Message("ask-neighbour", args),
        aside=purse,
        note=Message(f"ask-neighbour-note{last}", args),
        buttons=(take, Button(Choice(game.write(Doubt())), Message("answer-doubt"), stakes)),
    )


def _throw_choices(game: Declarer, now: Now, hand: Cards, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of a card to throw away, with the reason why the other cards may not be
    chosen."""
    may = {action.kind for action in legal if isinstance(action, Throw)}
    handles = _hand_item_ids(game, now, hand)
    picks = tuple(Pick(handle, acts=(_throw_choice(game, kind),)) for handle, kind in handles if kind in may)
    other_cards = tuple(handle for handle, kind in handles if kind not in may)
    why = (UnavailableReason(other_cards, Message("throw-why")),) if other_cards else ()
    return ChoiceTree(Message("verb-throw"), note=Message("ask-throw-note"), picks=picks, why=why)


@cached_fragment
def _throw_choice(game: Declarer, kind: int) -> Choice:
    """Return the choice that throws away a card of this kind."""
    return Choice(game.write(Throw(kind)), Message("throw-say", {"card": card_name(game, kind)}), Message("throw-note"))
