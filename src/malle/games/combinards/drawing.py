"""The scenes of Les Joyeux Combinards: the board with pot and pack in the middle, and for each seat its
own cards and what it may do."""

from __future__ import annotations

from collections.abc import Sequence

from malle.core import Action, Arg, Over, Say, Who
from malle.core.piece import piece
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Bar,
    Board,
    Button,
    Chip,
    Colours,
    Dice,
    Glance,
    Item,
    Lamp,
    Own,
    Pick,
    Pile,
    Price,
    Row,
    Scene,
    Target,
    Why,
    item_id,
)  # fmt: skip
from malle.games.combinards import telling
from malle.games.combinards.edition import Cards
from malle.games.combinards.faces import goods, money
from malle.games.combinards.layout import setting as setting
from malle.games.combinards.layout import symbol
from malle.games.combinards.ledger import remitted
from malle.games.combinards.motion import motion as motion
from malle.games.combinards.motion import said as said
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD, Declare, Denounce, Fly, Give, Go, Now, Sell
from malle.games.combinards.tables import BUY, DOUBT, PASS, PAY, TAKE_MONEY, TAKE_YEARS, THROW, TRUST

COLOURS = Colours(
    day=Lamp("#BFE3E0", "#9FD0CC", "#0B5F70", "#FFFDF7", "#B81F62", "#F2C230"),
    night=Lamp("#0D2C34", "#16434E", "#8ED8E2", "#0D2C34", "#B81F62", "#F2C230"),
    box="#B81F62",
)


# ---- what all see


def table(game: Combinards, glance: Glance[Now]) -> Scene:
    """Draw what everybody sees: the board with all pawns, and in its middle pot, dice and pack. After
    the end, draw all hands."""
    now = glance.now
    over = isinstance(glance.turn, Over)
    chips = tuple(
        _chip(game, seat, now.cash[seat], now.cards[seat], now.years[seat], over=over) if seat in now.alive else _OUT
        for seat in range(game.seats)
    )
    if isinstance(glance.turn, Over):
        hands = tuple(_unpacked(game, seat, hand) for seat, hand in enumerate(now.hands) if hand)
        areas: tuple[Area, ...] = (_board(game, now.at, now.alive, now.seat), *hands)
        return Scene(ending(glance.turn), "over", chips, areas, status=Say("screen-over"))
    return Scene(
        prompt=_prompt(game, now),
        rule=now.phase,
        chips=chips,
        areas=(_board(game, now.at, now.alive, now.seat), *_middle(now)),
        status=Say("screen-round", {"round": now.round}),
    )


def _prompt(game: Combinards, now: Now, you: str = "") -> Say:
    """Return the sentence that says what is being decided. With the suffix `-you` it speaks to the
    player who decides."""
    square = telling.square(game.tables, now.at[now.seat])
    args: dict[str, Arg] = {"who": Who(now.seat), "square": square, "price": now.price, "roll": sum(now.dice)}
    return Say(f"prompt-{now.phase}{you}", args)


@piece
def _chip(game: Combinards, seat: int, cash: int, cards: int, years: int, *, over: bool) -> Chip:
    """Return a player's status: money, cards, and years on the way to prison. The rules name only the
    winners, so at the end money ranks the others."""
    most = game.numbers.prison
    bar = Bar(years, most, Say("screen-prison", {"years": years, "most": most}), seat)
    role = Say("screen-role", {"cards": cards, "years": years})
    tone = "bad" if years >= most * 3 // 4 else ""
    return Chip(money(cash), role, bar=bar, tone=tone, worth=cash if over else None)


_OUT = Chip("—", Say("screen-out"), out=True)


@piece
def _unpacked(game: Combinards, seat: int, hand: Cards) -> Row:
    """Return the area with a player's cards after the end."""
    cards = tuple(goods(game, card, item_id(f"end{seat + 1}", 0, place)) for place, card in enumerate(hand))
    return Row(f"hand{seat + 1}", cards, Say("screen-hand-of", {"seat": Who(seat)}), dense=True)


@piece
def _board(game: Combinards, at: tuple[int, ...], alive: tuple[int, ...], seat: int) -> Board:
    """Return the board with the pawns of the players who are still in. The view follows the pawn of `seat`."""
    squares = [game.tables.board.names[square] for square in at]
    pawns = tuple(
        Item(_pawn(each), Say("pawn", {"seat": Who(each)}), look="piece", at=squares[each], seat=each) for each in alive
    )
    return Board("board", pawns, focus=squares[seat])


def _pawn(seat: int) -> str:
    """Return the id of a pawn. It never changes, because everybody sees which pawn is whose."""
    return item_id("pawn", 0, seat)


def _middle(now: Now) -> list[Area]:
    """Return what lies in the middle of the board: the pot, the dice if any were thrown, and the pack."""
    areas: list[Area] = [Pile("pot", "refund", money(now.pot), Say("screen-pot"), where="inset")]
    if now.dice:
        areas.append(Dice("dice", now.dice, Say("table-dice", {"sum": sum(now.dice)})))
    note = Say("screen-pack", {"under": now.under})
    return [*areas, Pile("pack", "crate", Say("screen-cards", {"n": now.pack}), note, where="inset")]


# ---- what is one seat's own


def own(game: Combinards, glance: Glance[Now]) -> Own | None:
    """Draw the seat's cards, the card it is buying, and what it may do. Return `None` after the end,
    and for viewers who do not play."""
    now, legal = glance.now, glance.legal
    if isinstance(glance.turn, Over) or glance.viewer not in now.alive:
        return None
    bought = (_bought(game, now.card, now.round),) if now.card != NO_CARD else ()
    may = _may(legal) if now.phase != "announce" else {}  # there are hundreds of prices, and none is a card
    held = tuple(sorted(now.hand or (), key=lambda card: (card not in may, card)))
    areas = (*bought, _hand(game, held))
    return Own(_prompt(game, now, "-you"), areas, ask=_ask(game, now, legal)) if legal else Own(areas=areas)


@piece
def _bought(game: Combinards, card: int, epoch: int) -> Row:
    """Return the area with the card being bought. The round is part of the card's id."""
    cards = (goods(game, card, item_id("bought", epoch, 0)),)
    return Row("bought", cards, Say("screen-bought"), where="hand", private=True, back="back")


def _may(legal: Sequence[Action]) -> dict[int, Sell | Declare | Give]:
    """Return the action for each card of the hand that may be picked. These cards come first in the hand."""
    return {action.card: action for action in legal if isinstance(action, Sell | Declare | Give)}


@piece
def _hand(game: Combinards, held: Cards) -> Row:
    """Return the area with the viewer's own hand, in this order."""
    cards = tuple(goods(game, card, _handle(card)) for card in held)
    return Row("hand", cards, Say("screen-your-goods"), where="hand", private=True, dense=True, back="back")


def _handle(card: int) -> str:
    """Return the id of a card in the viewer's own hand. No other viewer is ever shown this id."""
    return item_id("hand", 0, card)


# ---- what may be done


def _ask(game: Combinards, now: Now, legal: Sequence[Action]) -> Ask:
    """Return what the seat may choose from in this phase."""
    match now.phase:
        case "fork":
            return _ask_fork(game, now, legal)
        case "buy":
            return _ask_buy(game, now.cash[now.seat])
        case "announce":
            return _ask_announce(game, now.card, now.cash[now.seat], len(legal))
        case "doubt":
            return _ask_doubt(game, now.seat, now.price)
        case "denounce":
            return _ask_denounce(game, now.seat)
        case "inform":
            return _ask_inform(game, now, legal)
        case "reward":
            return _ask_reward(game, now.dice[0], now.years[now.seat])
        case "fly":
            return _ask_fly(game, now, legal)
        case "tax":
            return _ask_tax(game, now.cash[now.seat])
    return _ask_cards(game, now, legal)


def _answer(act: Act, key: str, args: dict[str, Arg], symbol: str = "") -> Button:
    """Return a button: its label is the message `answer-<key>`, and what it risks is `stake-<key>`."""
    return Button(act, Say(f"answer-{key}", args), (Say(f"stake-{key}", args),), symbol)


def _answers(game: Combinards, args: dict[str, Arg], *actions: tuple[Action, str]) -> tuple[Button, ...]:
    """Return a button for each (action, key)."""
    return tuple(_answer(Act(game.write(action)), key, args) for action, key in actions)


def _you_have(cash: int) -> Say:
    """Return the sentence that says how much cash the player has."""
    return Say("screen-you-have", {"cash": cash})


def _goes(seat: int, buttons: Sequence[Button]) -> Pick:
    """Return the pick that lets the player put the pawn on the square where a button leads, for each button."""
    return Pick(_pawn(seat), tuple(Target(f"board/{button.act.route[-1]}", (button.act,)) for button in buttons))


def _ask_fork(game: Combinards, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of the way at a fork, on the board or by a button."""
    board, at, roll = game.tables.board, now.at[now.seat], sum(now.dice)
    paths = {path[-1]: path for path in board.ways[at][roll]}
    buttons: list[Button] = []
    for action in legal:
        if isinstance(action, Go):
            kind = board.kinds[action.square]
            key = "outside" if kind == "stop" and board.ring[action.square] != board.ring[at] else "inside"
            args: dict[str, Arg] = {"square": telling.square(game.tables, action.square)}
            route = tuple(board.names[square] for square in (at, *paths[action.square]))
            buttons.append(
                _answer(Act(game.write(action), Say(f"way-{key}", args), route=route), key, args, symbol(kind))
            )
    title, picks = Say("ask-fork", {"roll": roll}), (_goes(now.seat, buttons),)
    return Ask(Say("verb-go"), title, picks=picks, held=_pawn(now.seat), buttons=tuple(buttons))


def _ask_fly(game: Combinards, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of another airport, on the board or by a button, or to stay."""
    board = game.tables.board
    here, flights = board.names[now.at[now.seat]], list[Button]()
    for action in legal:
        if isinstance(action, Fly):
            there, key = board.names[action.square], "fly-outside" if board.ring[action.square] else "fly-inside"
            args: dict[str, Arg] = {"name": there}
            flights.append(_answer(Act(game.write(action), Say("say-fly", args), route=(here, there)), key, args))
    buttons = (*flights, *_answers(game, {}, (PASS, "stay")))
    picks, held = (_goes(now.seat, flights),), _pawn(now.seat)
    return Ask(Say("verb-fly"), Say("ask-fly"), picks=picks, held=held, buttons=buttons)


def _ask_buy(game: Combinards, cash: int) -> Ask:
    """Return the choice whether to buy a card."""
    buttons = _answers(game, {}, (BUY, "buy"), (PASS, "buy-not"))
    return Ask(Say("verb-buy"), Say("ask-buy"), _you_have(cash), buttons=buttons)


@piece
def _ask_announce(game: Combinards, card: int, cash: int, most: int) -> Ask:
    """Return the choice of a price: printed prices as buttons, any other price up to `max_price` typed.
    It says what each price leads to if another player doubts it."""
    offers = tuple(sorted({each.price for each in game.numbers.cards if each.price <= most}))
    printed = game.numbers.cards[card].price
    args: dict[str, Arg] = {"printed": printed, "indemnity": game.numbers.indemnity}
    price = Price(
        text="announce {n}",
        say=Say("say-announce", {"price": "{n}"}),
        least=1,
        most=most,
        offers=offers,
        unit=Say("unit"),
        worth=printed,
        below=Say("stake-announce-lie", args),
        above=Say("stake-announce-true", args),
    )
    note = Say("ask-announce-note")
    return Ask(Say("verb-announce"), Say("ask-announce"), _you_have(cash), note, price=price)


@piece
def _ask_doubt(game: Combinards, buyer: int, price: int) -> Ask:
    """Return the choice whether to doubt the announced price."""
    args: dict[str, Arg] = {"price": price, "indemnity": game.numbers.indemnity, "seat": Who(buyer)}
    return Ask(
        verb=Say("answer-doubt"),
        title=Say("claim-buyer", args),
        by=buyer,
        claim=Say("claim-price", args),
        buttons=_answers(game, args, (DOUBT, "doubt"), (TRUST, "trust")),
        note=Say("ask-doubt-note", args),
    )


@piece
def _ask_denounce(game: Combinards, accused: int) -> Ask:
    """Return the choice whether to denounce the player at customs."""
    args: dict[str, Arg] = {"indemnity": game.tables.slander, "seat": Who(accused)}
    return Ask(
        verb=Say("answer-denounce", args),
        title=Say("claim-customs", args),
        by=accused,
        claim=Say("claim-clean", args),
        buttons=_answers(game, args, (Denounce(accused), "denounce"), (PASS, "silence")),
        note=Say("ask-denounce-note", args),
    )


def _ask_cards(game: Combinards, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of a card to sell, declare or give up, or to end."""
    phase, at, may = now.phase, now.at[now.seat], _may(legal)
    others = tuple(_handle(card) for card in now.hand or () if card not in may)
    args: dict[str, Arg] = {"square": telling.square(game.tables, at), "given": now.given}
    return Ask(
        verb=Say(f"verb-{phase}"),
        title=Say(f"ask-{phase}", args),
        picks=tuple(_pick(game, phase, action, at, now.years[now.seat]) for action in may.values()),
        buttons=_answers(game, args, (PASS, f"{phase}-enough")),
        note=Say(f"ask-{phase}-note" if may else f"why-{phase}"),
        why=(Why(others, Say(f"why-{phase}")),) if others else (),
    )


@piece
def _pick(game: Combinards, phase: str, action: Sell | Declare | Give, at: int, years: int) -> Pick:
    """Return the pick of one card in the hand, with its action."""
    card = game.numbers.cards[action.card]
    args: dict[str, Arg] = {"card": telling.card(game.tables, action.card), "bonus": card.bonus}
    args |= {"remission": remitted(years, card.remission), "sum": game.tables.sales[at].get(action.card, 0)}
    return Pick(_handle(action.card), acts=(Act(game.write(action), Say(f"say-{phase}", args)),))


def _ask_inform(game: Combinards, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of a player to denounce in a flying control, or of none."""
    buttons: list[Button] = []
    for action in legal:
        if isinstance(action, Denounce):
            args: dict[str, Arg] = {"seat": Who(action.seat), "cards": now.cards[action.seat]}
            buttons += _answers(game, args, (action, "inform"))
    buttons += _answers(game, {}, (PASS, "inform-not"))
    return Ask(Say("verb-inform"), Say("ask-inform"), note=Say("ask-inform-note"), buttons=tuple(buttons))


def _ask_reward(game: Combinards, die: int, years: int) -> Ask:
    """Return the choice of the informer's reward: years off, or money."""
    args: dict[str, Arg] = {"n": die, "off": remitted(years, die), "years": years}
    buttons = _answers(game, args, (TAKE_YEARS, "years"), (TAKE_MONEY, "money"))
    return Ask(Say("verb-take"), Say("ask-reward", args), buttons=buttons)


def _ask_tax(game: Combinards, cash: int) -> Ask:
    """Return the choice between paying the tax and throwing the dice."""
    args: dict[str, Arg] = {"tax": game.numbers.tax, "free": game.numbers.tax_free}
    buttons = _answers(game, args, (PAY, "pay"), (THROW, "throw"))
    return Ask(Say("verb-pay"), Say("ask-tax", args), _you_have(cash), buttons=buttons)
