"""The scenes of Les Joyeux Combinards: the board with pot and pack in the middle, and for each seat its
own cards and what it may do."""

from __future__ import annotations

from collections.abc import Sequence

from malle.core import Action, Message, MessageArg, Over, PlayerRef
from malle.core.fragment_cache import cached_fragment
from malle.core.message import ending_message
from malle.core.scene import (  # fmt: skip
    Area,
    Board,
    Button,
    Choice,
    ChoiceTree,
    Colours,
    CountBar,
    Dice,
    DrawInput,
    Item,
    NumberQuestion,
    Palette,
    Pick,
    Pile,
    PlayerStatus,
    Row,
    Scene,
    SeatOverlay,
    Target,
    UnavailableReason,
    item_id,
)
from malle.games.combinards import event_messages
from malle.games.combinards.animation import animations as animations
from malle.games.combinards.animation import log_messages as log_messages
from malle.games.combinards.edition import Cards
from malle.games.combinards.icons import holder_card, money_message
from malle.games.combinards.layout import square_symbol
from malle.games.combinards.layout import static_scene as static_scene
from malle.games.combinards.ledger import years_remitted
from malle.games.combinards.lookup_tables import BUY, DOUBT, PASS, PAY, TAKE_MONEY, TAKE_YEARS, THROW, TRUST
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD, Declare, Denounce, Fly, Give, Go, Now, Sell

COLOURS = Colours(
    day=Palette("#BFE3E0", "#9FD0CC", "#0B5F70", "#FFFDF7", "#B81F62", "#F2C230"),
    night=Palette("#0D2C34", "#16434E", "#8ED8E2", "#0D2C34", "#B81F62", "#F2C230"),
    box="#B81F62",
)


# ---- what all see


def shared_scene(game: Combinards, draw_input: DrawInput[Now]) -> Scene:
    """Draw what everybody sees: the board with all pawns, and in its middle pot, dice and pack.
    After the end, draw the board and the hands that were shown."""
    now = draw_input.now
    over = isinstance(draw_input.turn, Over)
    chips = tuple(
        _player_status(game, seat, now.cash[seat], now.cards[seat], now.years[seat], over=over)
        if seat in now.alive
        else _OUT_STATUS
        for seat in range(game.seats)
    )
    if isinstance(draw_input.turn, Over):
        hands = tuple(_final_hand_row(game, seat, hand) for seat, hand in enumerate(now.hands) if hand)
        areas: tuple[Area, ...] = (_board_area(game, now.at, now.alive, now.seat), *hands)
        return Scene(ending_message(draw_input.turn), "over", chips, areas, status=Message("screen-over"))
    return Scene(
        prompt=_prompt_message(game, now),
        rule=now.phase,
        chips=chips,
        areas=(_board_area(game, now.at, now.alive, now.seat), *_middle_areas(now)),
        status=Message("screen-round", {"round": now.round}),
    )


def _prompt_message(game: Combinards, now: Now, suffix: str = "") -> Message:
    """Return the sentence that says what is being decided. With the suffix `-you` it speaks to
    the player who decides, otherwise to the others."""
    square = event_messages.square_name(game.tables, now.at[now.seat])
    args: dict[str, MessageArg] = {
        "who": PlayerRef(now.seat),
        "square": square,
        "price": now.price,
        "roll": sum(now.dice),
    }
    return Message(f"prompt-{now.phase}{suffix}", args)


@cached_fragment
def _player_status(game: Combinards, seat: int, cash: int, cards: int, years: int, *, over: bool) -> PlayerStatus:
    """Return a player's status: money, cards, and years on the way to prison. The rules name only the
    winners, so at the end money ranks the others."""
    most = game.numbers.prison
    bar = CountBar(years, most, Message("screen-prison", {"years": years, "most": most}), seat)
    role = Message("screen-role", {"cards": cards, "years": years})
    tone = "bad" if years >= most * 3 // 4 else ""
    return PlayerStatus(money_message(cash), role, bar=bar, tone=tone, worth=cash if over else None)


_OUT_STATUS = PlayerStatus("—", Message("screen-out"), out=True)


@cached_fragment
def _final_hand_row(game: Combinards, seat: int, hand: Cards) -> Row:
    """Return the row with a player's cards after the end."""
    cards = tuple(holder_card(game, card, item_id(f"end{seat + 1}", 0, place)) for place, card in enumerate(hand))
    return Row(f"hand{seat + 1}", cards, Message("screen-hand-of", {"seat": PlayerRef(seat)}), dense=True)


@cached_fragment
def _board_area(game: Combinards, at: tuple[int, ...], alive: tuple[int, ...], seat: int) -> Board:
    """Return the board with the pawns of the players in `alive`. A phone's view follows the pawn
    of `seat`."""
    squares = [game.tables.board.square_names[square] for square in at]
    pawns = tuple(
        Item(_pawn_id(each), Message("pawn", {"seat": PlayerRef(each)}), look="piece", at=squares[each], seat=each)
        for each in alive
    )
    return Board("board", pawns, focus=squares[seat])


def _pawn_id(seat: int) -> str:
    """Return the id of a pawn. It never changes, because everybody sees which pawn is whose."""
    return item_id("pawn", 0, seat)


def _middle_areas(now: Now) -> list[Area]:
    """Return what lies in the middle of the board: the pot, the dice if any were thrown, and the pack."""
    areas: list[Area] = [Pile("pot", "refund", money_message(now.pot), Message("screen-pot"), where="inset")]
    if now.dice:
        areas.append(Dice("dice", now.dice, Message("table-dice", {"sum": sum(now.dice)})))
    note = Message("screen-pack", {"under": now.under})
    return [*areas, Pile("pack", "crate", Message("screen-cards", {"n": now.pack}), note, where="inset")]


# ---- what is one seat's own


def seat_overlay(game: Combinards, draw_input: DrawInput[Now]) -> SeatOverlay | None:
    """Draw what only this seat sees: its cards, the card it is buying, and what it may do.
    Return `None` after the end, and for viewers who do not play or are out."""
    now, legal = draw_input.now, draw_input.legal
    if isinstance(draw_input.turn, Over) or draw_input.viewer not in now.alive:
        return None
    bought = (_bought_card_row(game, now.card, now.round),) if now.card != NO_CARD else ()
    may = _pickable_cards(legal) if now.phase != "announce" else {}  # there are hundreds of prices, and none is a card
    held = tuple(sorted(now.hand or (), key=lambda card: (card not in may, card)))
    areas = (*bought, _hand_row(game, held))
    return (
        SeatOverlay(_prompt_message(game, now, "-you"), areas, ask=_choice_tree(game, now, legal))
        if legal
        else SeatOverlay(areas=areas)
    )


@cached_fragment
def _bought_card_row(game: Combinards, card: int, round_number: int) -> Row:
    """Return the row with the card being bought, for the buyer. The round is part of the card's
    id."""
    cards = (holder_card(game, card, item_id("bought", round_number, 0)),)
    return Row("bought", cards, Message("screen-bought"), where="hand", private=True, back="back")


def _pickable_cards(legal: Sequence[Action]) -> dict[int, Sell | Declare | Give]:
    """Return the actions that sell, declare or give up a card, by card."""
    return {action.card: action for action in legal if isinstance(action, Sell | Declare | Give)}


@cached_fragment
def _hand_row(game: Combinards, held: Cards) -> Row:
    """Return the row with the viewer's own hand, in this order."""
    cards = tuple(holder_card(game, card, _hand_card_id(card)) for card in held)
    return Row("hand", cards, Message("screen-your-goods"), where="hand", private=True, dense=True, back="back")


def _hand_card_id(card: int) -> str:
    """Return the id of a card in the viewer's own hand. No other viewer is ever shown this id."""
    return item_id("hand", 0, card)


# ---- what may be done


def _choice_tree(game: Combinards, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return what the seat may choose from in this phase."""
    match now.phase:
        case "fork":
            return _fork_tree(game, now, legal)
        case "buy":
            return _buy_tree(game, now.cash[now.seat])
        case "announce":
            return _announce_tree(game, now.card, now.cash[now.seat], len(legal))
        case "doubt":
            return _doubt_tree(game, now.seat, now.price)
        case "denounce":
            return _denounce_tree(game, now.seat)
        case "inform":
            return _inform_tree(game, now, legal)
        case "reward":
            return _reward_tree(game, now.dice[0], now.years[now.seat])
        case "fly":
            return _fly_tree(game, now, legal)
        case "tax":
            return _tax_tree(game, now.cash[now.seat])
    return _cards_tree(game, now, legal)


def _answer_button(act: Choice, key: str, args: dict[str, MessageArg], symbol: str = "") -> Button:
    """Return a button that does `act`: its label is the message `answer-<key>`, and the message
    `stake-<key>` says what it risks. Both messages get `args`."""
    return Button(act, Message(f"answer-{key}", args), (Message(f"stake-{key}", args),), symbol)


def _answer_buttons(game: Combinards, args: dict[str, MessageArg], *actions: tuple[Action, str]) -> tuple[Button, ...]:
    """Return a button for each (action, key); see `_answer_button`."""
    return tuple(_answer_button(Choice(game.write(action)), key, args) for action, key in actions)


def _cash_message(cash: int) -> Message:
    """Return the sentence that says how much cash the player has."""
    return Message("screen-you-have", {"cash": cash})


def _pawn_pick(seat: int, buttons: Sequence[Button]) -> Pick:
    """Return the pick with which a player moves the pawn of `seat` by hand: to the square at the
    end of each button's route, which does what the button does."""
    return Pick(_pawn_id(seat), tuple(Target(f"board/{button.act.route[-1]}", (button.act,)) for button in buttons))


def _fork_tree(game: Combinards, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of the way at a fork, on the board or by a button."""
    board, at, roll = game.tables.board, now.at[now.seat], sum(now.dice)
    paths = {path[-1]: path for path in board.paths_by_roll[at][roll]}
    buttons: list[Button] = []
    for action in legal:
        if isinstance(action, Go):
            kind = board.square_kinds[action.square]
            key = (
                "outside"
                if kind == "stop" and board.ring_of_square[action.square] != board.ring_of_square[at]
                else "inside"
            )
            args: dict[str, MessageArg] = {"square": event_messages.square_name(game.tables, action.square)}
            route = tuple(board.square_names[square] for square in (at, *paths[action.square]))
            buttons.append(
                _answer_button(
                    Choice(game.write(action), Message(f"way-{key}", args), route=route), key, args, square_symbol(kind)
                )
            )
    title, picks = Message("ask-fork", {"roll": roll}), (_pawn_pick(now.seat, buttons),)
    return ChoiceTree(Message("verb-go"), title, picks=picks, held=_pawn_id(now.seat), buttons=tuple(buttons))


def _fly_tree(game: Combinards, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of another airport, on the board or by a button, or of staying."""
    board = game.tables.board
    here, flights = board.square_names[now.at[now.seat]], list[Button]()
    for action in legal:
        if isinstance(action, Fly):
            there, key = (
                board.square_names[action.square],
                "fly-outside" if board.ring_of_square[action.square] else "fly-inside",
            )
            args: dict[str, MessageArg] = {"name": there}
            flights.append(
                _answer_button(Choice(game.write(action), Message("say-fly", args), route=(here, there)), key, args)
            )
    buttons = (*flights, *_answer_buttons(game, {}, (PASS, "stay")))
    picks, held = (_pawn_pick(now.seat, flights),), _pawn_id(now.seat)
    return ChoiceTree(Message("verb-fly"), Message("ask-fly"), picks=picks, held=held, buttons=buttons)


def _buy_tree(game: Combinards, cash: int) -> ChoiceTree:
    """Return the choice whether to buy a card."""
    buttons = _answer_buttons(game, {}, (BUY, "buy"), (PASS, "buy-not"))
    return ChoiceTree(Message("verb-buy"), Message("ask-buy"), _cash_message(cash), buttons=buttons)


@cached_fragment
def _announce_tree(game: Combinards, card: int, cash: int, max_price: int) -> ChoiceTree:
    """Return the choice of a price: printed prices as buttons, any other price up to `max_price`
    typed. It says what a price below or above the printed one leads to if another player doubts
    it."""
    offers = tuple(sorted({each.price for each in game.numbers.cards if each.price <= max_price}))
    printed = game.numbers.cards[card].price
    args: dict[str, MessageArg] = {"printed": printed, "indemnity": game.numbers.indemnity}
    price = NumberQuestion(
        text="announce {n}",
        say=Message("say-announce", {"price": "{n}"}),
        least=1,
        most=max_price,
        offers=offers,
        unit=Message("unit"),
        worth=printed,
        below=Message("stake-announce-lie", args),
        above=Message("stake-announce-true", args),
    )
    note = Message("ask-announce-note")
    return ChoiceTree(Message("verb-announce"), Message("ask-announce"), _cash_message(cash), note, price=price)


@cached_fragment
def _doubt_tree(game: Combinards, buyer: int, price: int) -> ChoiceTree:
    """Return the choice whether to doubt the announced price."""
    args: dict[str, MessageArg] = {"price": price, "indemnity": game.numbers.indemnity, "seat": PlayerRef(buyer)}
    return ChoiceTree(
        verb=Message("answer-doubt"),
        title=Message("claim-buyer", args),
        by=buyer,
        claim=Message("claim-price", args),
        buttons=_answer_buttons(game, args, (DOUBT, "doubt"), (TRUST, "trust")),
        note=Message("ask-doubt-note", args),
    )


@cached_fragment
def _denounce_tree(game: Combinards, accused: int) -> ChoiceTree:
    """Return the choice whether to denounce the player at customs."""
    args: dict[str, MessageArg] = {"indemnity": game.tables.false_denunciation_cost, "seat": PlayerRef(accused)}
    return ChoiceTree(
        verb=Message("answer-denounce", args),
        title=Message("claim-customs", args),
        by=accused,
        claim=Message("claim-clean", args),
        buttons=_answer_buttons(game, args, (Denounce(accused), "denounce"), (PASS, "silence")),
        note=Message("ask-denounce-note", args),
    )


def _cards_tree(game: Combinards, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of a card to sell, declare or give up (by the phase), or to end. Cards
    of the hand that cannot be chosen get a reason."""
    phase, at, may = now.phase, now.at[now.seat], _pickable_cards(legal)
    others = tuple(_hand_card_id(card) for card in now.hand or () if card not in may)
    args: dict[str, MessageArg] = {"square": event_messages.square_name(game.tables, at), "given": now.given}
    return ChoiceTree(
        verb=Message(f"verb-{phase}"),
        title=Message(f"ask-{phase}", args),
        picks=tuple(_card_pick(game, phase, action, at, now.years[now.seat]) for action in may.values()),
        buttons=_answer_buttons(game, args, (PASS, f"{phase}-enough")),
        note=Message(f"ask-{phase}-note" if may else f"why-{phase}"),
        why=(UnavailableReason(others, Message(f"why-{phase}")),) if others else (),
    )


@cached_fragment
def _card_pick(game: Combinards, phase: str, action: Sell | Declare | Give, at: int, years: int) -> Pick:
    """Return the pick of one card in the hand, with its action. `at` is the player's square,
    `years` their record."""
    card = game.numbers.cards[action.card]
    args: dict[str, MessageArg] = {"card": event_messages.card_name(game.tables, action.card), "bonus": card.bonus}
    args |= {
        "remission": years_remitted(years, card.remission),
        "sum": game.tables.sales_by_square[at].get(action.card, 0),
    }
    return Pick(_hand_card_id(action.card), acts=(Choice(game.write(action), Message(f"say-{phase}", args)),))


def _inform_tree(game: Combinards, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of a player to denounce in a flying control, or of none."""
    buttons: list[Button] = []
    for action in legal:
        if isinstance(action, Denounce):
            args: dict[str, MessageArg] = {"seat": PlayerRef(action.seat), "cards": now.cards[action.seat]}
            buttons += _answer_buttons(game, args, (action, "inform"))
    buttons += _answer_buttons(game, {}, (PASS, "inform-not"))
    return ChoiceTree(
        Message("verb-inform"), Message("ask-inform"), note=Message("ask-inform-note"), buttons=tuple(buttons)
    )


def _reward_tree(game: Combinards, die: int, years: int) -> ChoiceTree:
    """Return the choice of the informer's reward: years off, or money. `die` is the number
    thrown."""
    args: dict[str, MessageArg] = {"n": die, "off": years_remitted(years, die), "years": years}
    buttons = _answer_buttons(game, args, (TAKE_YEARS, "years"), (TAKE_MONEY, "money"))
    return ChoiceTree(Message("verb-take"), Message("ask-reward", args), buttons=buttons)


def _tax_tree(game: Combinards, cash: int) -> ChoiceTree:
    """Return the choice between paying the tax and throwing the dice."""
    args: dict[str, MessageArg] = {"tax": game.numbers.tax, "free": game.numbers.tax_free}
    buttons = _answer_buttons(game, args, (PAY, "pay"), (THROW, "throw"))
    return ChoiceTree(Message("verb-pay"), Message("ask-tax", args), _cash_message(cash), buttons=buttons)
