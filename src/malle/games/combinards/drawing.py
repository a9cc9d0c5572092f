"""Les Joyeux Combinards, drawn: the two circuits, pot and pack in the middle, goods in hand, what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from malle.core import Action, AnyGame, Arg, Over, Say, Viewer, Who
from malle.core.part import part
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
    Cost,
    Dice,
    Glance,
    Item,
    Lamp,
    Note,
    Pick,
    Pile,
    Price,
    Row,
    Scene,
    Setting,
    Summary,
    Target,
    Tell,
    Text,
    Why,
    item_id,
)
from malle.games.combinards.layout import ground
from malle.games.combinards.motion import said as said
from malle.games.combinards.motion import steps as steps
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD, Declare, Denounce, Fly, Give, Go, Now, Sell
from malle.games.combinards.tables import BUY, DOUBT, PASS, PAY, TAKE_MONEY, TAKE_YEARS, THROW, TRUST, Tables

COLOURS = Colours(
    day=Lamp("#BFE3E0", "#9FD0CC", "#0B5F70", "#FFFDF7", "#B81F62", "#F2C230"),
    night=Lamp("#0D2C34", "#16434E", "#8ED8E2", "#0D2C34", "#B81F62", "#F2C230"),
)


# ---- the setting


def setting(game: AnyGame, viewer: Viewer, tell: Tell) -> Setting:
    """The board, and what each square does."""
    tables = cast(Combinards, game).tables
    numbers = tables.numbers
    kinds = list(dict.fromkeys(tables.board.kinds))
    args: dict[str, Arg] = {name: getattr(numbers, name) for name in _SUMS}
    duties = [kind for kind in kinds if not tables.board.is_place[tables.board.kinds.index(kind)]]
    rows = tuple(Cost(f"{tell(Say(f'square-{kind}'))} · {tell(Say(f'sum-{kind}', args))}", (), kind) for kind in duties)
    prices = sorted({card.price for card in numbers.cards})
    hint = tell(Say("summary-prices", {"prices": ", ".join(map(str, prices)), "indemnity": numbers.indemnity}))
    goal = tell(Say("summary-goal", {"goal": tables.goal, "prison": numbers.prison}))
    return Setting(
        title=tell(Say("title")),
        table=tell(Say("screen-table", {"goal": tables.goal, "rounds": tables.rounds})),
        grounds=(ground(tables.board, numbers, tell),),
        summary=Summary(tell(Say("summary")), rows=rows, text=(goal, hint)),
    )


_SUMS = ("tax", "tax_free", "charges", "customs_move", "customs_due", "given_up", "indemnity")


# ---- the scene


def scene(game: AnyGame, glance: Glance) -> Scene:
    """The board with all pawns; in its middle pot, dice and pack; the viewer's goods under it."""
    game, now, tell = cast(Combinards, game), cast(Now, glance.now), glance.tell
    tables = game.tables
    chips = tuple(
        _chip(tell, tables, seat, now.cash[seat], now.cards[seat], now.years[seat]) if seat in now.alive else _out(tell)
        for seat in range(tables.seats)
    )
    status = tell(Say("screen-round", {"round": now.round}))
    if isinstance(glance.turn, Over):
        status = tell(Say("screen-over"))
        return Scene(tell(ending(glance.turn)), "over", chips, status=status, end=_hands(tables, now, tell))
    areas: list[Area] = [_board(tables, now, tell)]
    areas.append(Pile("pot", "refund", money(now.pot, tell), tell(Say("screen-pot")), where="inset"))
    if now.dice:
        areas.append(Dice("dice", now.dice, tell(Say("table-dice", {"sum": sum(now.dice)}))))
    note = tell(Say("screen-pack", {"under": now.under}))
    areas.append(Pile("pack", "crate", tell(Say("screen-cards", {"n": now.pack})), note, where="inset"))
    if now.card != NO_CARD:
        card = goods(tell, tables, now.card, item_id("bought", now.round, 0))
        areas.append(Row("bought", (card,), tell(Say("screen-bought")), where="hand", private=True, back="back"))
    if now.hand is not None and glance.viewer in now.alive:
        areas.append(_hand(tables, now, glance))
    return Scene(_prompt(tables, now, glance), glance.phase, chips, tuple(areas), _ask(game, now, glance), status)


def _hands(tables: Tables, now: Now, tell: Tell) -> tuple[Area, ...]:
    """Everybody's goods, unpacked after the end."""
    return tuple(
        Row(
            f"hand{seat + 1}",
            tuple(goods(tell, tables, card, item_id(f"end{seat + 1}", 0, at)) for at, card in enumerate(hand)),
            tell(Say("screen-hand-of", {"seat": Who(seat)})),
            dense=True,
        )
        for seat, hand in enumerate(now.hands)
        if hand
    )


def _prompt(tables: Tables, now: Now, glance: Glance) -> Text:
    place = Say(f"square-{tables.board.kinds[now.at[now.seat]]}")
    args: dict[str, Arg] = {"who": Who(now.seat), "square": place, "price": now.price, "roll": sum(now.dice)}
    return glance.tell(Say(f"prompt-{now.phase}{'-you' if glance.legal else ''}", args))


@part
def _chip(tell: Tell, tables: Tables, seat: int, cash: int, cards: int, years: int) -> Chip:
    role = tell(Say("screen-role", {"cards": cards, "years": years}))
    most = tables.numbers.prison
    bar = Bar(years, most, tell(Say("screen-prison", {"years": years, "most": most})), seat)
    return Chip(money(cash, tell), role, bar=bar, tone="bad" if years >= most * 3 // 4 else "")


@part
def _out(tell: Tell) -> Chip:
    return Chip("—", tell(Say("screen-out")), out=True)


def _board(tables: Tables, now: Now, tell: Tell) -> Board:
    names = tables.board.names
    pawns = tuple(
        Item(pawn(seat), tell(Say("pawn", {"seat": Who(seat)})), look="piece", at=names[now.at[seat]], seat=seat)
        for seat in now.alive
    )
    return Board("board", pawns, focus=names[now.at[now.seat]])


def pawn(seat: int) -> str:
    """The id of a pawn: it lies open, so it keeps it for ever."""
    return item_id("pawn", 0, seat)


def _hand(tables: Tables, now: Now, glance: Glance) -> Row:
    """The viewer's own goods; those that he may pick now come first."""
    tell = glance.tell
    fitting = {action.card for action in glance.legal if isinstance(action, Sell | Declare | Give)}
    held = sorted(now.hand or (), key=lambda card: (card not in fitting, card))
    cards = tuple(goods(tell, tables, card, handle(card)) for card in held)
    title = tell(Say("screen-your-goods"))
    return Row("hand", cards, title, where="hand", private=True, dense=True, back="back")


def handle(card: int) -> str:
    """The id of a card in the viewer's own hand: nobody else is ever shown it."""
    return item_id("hand", 0, card)


@part
def goods(tell: Tell, tables: Tables, card: int, id_: str) -> Item:
    """A card with its price, its best places of sale, and what it risks."""
    printed = tables.numbers.cards[card]
    sales = sorted(printed.sales.items(), key=lambda sale: -sale[1])
    notes = [Note(str(amount), symbol=place) for place, amount in sales[:3]]
    args: dict[str, Arg] = {
        "fine": printed.fine,
        "years": printed.years,
        "bonus": printed.bonus,
        "remission": printed.remission,
    }
    notes.append(Note(tell(Say(f"risk-{printed.kind}", args)), "bad" if printed.years else "quiet"))
    everywhere = tuple(Say("sale", {"square": Say(f"square-{place}"), "sum": amount}) for place, amount in sales)
    return Item(
        id_,
        tell(Say(f"card-{printed.name}")),
        f"mark-{printed.kind}",
        notes=tuple(notes),
        frame=f"frame-{printed.kind}",
        corner=money(printed.price, tell),
        detail=tell(Say("card-detail", args | {"sales": everywhere, "kind": printed.kind})),
    )


def money(amount: int, tell: Tell) -> Text:
    """A sum."""
    return tell(Say("money", {"amount": amount}))


# ---- what may be done


def _ask(game: Combinards, now: Now, glance: Glance) -> Ask | None:
    if not glance.legal or glance.viewer is None:
        return None
    return _ASKS[now.phase](game, now, glance)


def _buttons(
    game: Combinards, glance: Glance, args: dict[str, Arg], *actions: tuple[Action, str]
) -> tuple[Button, ...]:
    """An answer each: its words are `answer-…`, its stake `stake-…`."""
    tell = glance.tell
    return tuple(
        Button(Act(game.write(action)), tell(Say(f"answer-{key}", args)), (tell(Say(f"stake-{key}", args)),))
        for action, key in actions
    )


def _ask_fork(game: Combinards, now: Now, glance: Glance) -> Ask:
    """The way, on the board or by a button."""
    tables, tell, seat = game.tables, glance.tell, cast(int, glance.viewer)
    board = tables.board
    paths = {path[-1]: path for path in board.ways[now.at[seat]][sum(now.dice)]}
    targets, buttons = [], []
    for action in glance.legal:
        square = cast(Go, action).square
        route = tuple(board.names[each] for each in (now.at[seat], *paths[square]))
        key = (
            "outside" if board.ring[square] != board.ring[now.at[seat]] and board.kinds[square] == "stop" else "inside"
        )
        args: dict[str, Arg] = {"square": Say(f"square-{board.kinds[square]}")}
        act = Act(game.write(action), tell(Say(f"way-{key}", args)), route=route)
        targets.append(Target(f"board/{board.names[square]}", (act,)))
        buttons.append(
            Button(act, tell(Say(f"answer-{key}", args)), (tell(Say(f"stake-{key}", args)),), board.kinds[square])
        )
    pick = Pick(pawn(seat), tuple(targets))
    return Ask(
        tell(Say("verb-go")), tell(Say("ask-fork", {"roll": sum(now.dice)})), picks=(pick,), buttons=tuple(buttons)
    )


def _ask_buy(game: Combinards, now: Now, glance: Glance) -> Ask:
    tell, cash = glance.tell, now.cash[now.seat]
    buttons = _buttons(game, glance, {}, (BUY, "buy"), (PASS, "buy-not"))
    return Ask(
        tell(Say("verb-buy")), tell(Say("ask-buy")), tell(Say("screen-you-have", {"cash": cash})), buttons=buttons
    )


def _ask_announce(game: Combinards, now: Now, glance: Glance) -> Ask:
    """A price: the usual ones as buttons, any other typed."""
    tell, most = glance.tell, len(glance.legal)
    offers = tuple(sorted({card.price for card in game.numbers.cards if card.price <= most}))
    price = Price("announce {n}", tell(Say("say-announce", {"price": "{n}"})), 1, most, offers, tell(Say("unit")))
    cash = tell(Say("screen-you-have", {"cash": now.cash[now.seat]}))
    return Ask(tell(Say("verb-announce")), tell(Say("ask-announce")), cash, tell(Say("ask-announce-note")), price=price)


def _ask_doubt(game: Combinards, now: Now, glance: Glance) -> Ask:
    tell = glance.tell
    args: dict[str, Arg] = {"price": now.price, "indemnity": game.numbers.indemnity, "seat": Who(now.seat)}
    return Ask(
        verb=tell(Say("answer-doubt")),
        title=tell(Say("claim-buyer", args)),
        by=now.seat,
        claim=tell(Say("claim-price", args)),
        buttons=_buttons(game, glance, args, (DOUBT, "doubt"), (TRUST, "trust")),
        note=tell(Say("ask-doubt-note", args)),
    )


def _ask_denounce(game: Combinards, now: Now, glance: Glance) -> Ask:
    tell = glance.tell
    args: dict[str, Arg] = {"indemnity": 0 if game.tables.free else game.numbers.indemnity, "seat": Who(now.seat)}
    return Ask(
        verb=tell(Say("answer-denounce", args)),
        title=tell(Say("claim-customs", args)),
        by=now.seat,
        claim=tell(Say("claim-clean", args)),
        buttons=_buttons(game, glance, args, (Denounce(now.seat), "denounce"), (PASS, "silence")),
        note=tell(Say("ask-denounce-note", args)),
    )


def _ask_cards(game: Combinards, now: Now, glance: Glance) -> Ask:
    """One of the viewer's cards: to be sold, declared or given up; or enough."""
    tell, tables, seat = glance.tell, game.tables, cast(int, glance.viewer)
    picks, named = [], set()
    for action in glance.legal:
        if isinstance(action, Sell | Declare | Give):
            card = tables.numbers.cards[action.card]
            sums: dict[str, Arg] = {"card": Say(f"card-{card.name}"), "bonus": card.bonus, "remission": card.remission}
            sums["sum"] = tables.sales[now.at[seat]].get(action.card, 0)
            act = Act(game.write(action), tell(Say(f"say-{now.phase}", sums)))
            picks.append(Pick(handle(action.card), acts=(act,)))
            named.add(action.card)
    others = tuple(handle(card) for card in now.hand or () if card not in named)
    why = (Why(others, tell(Say(f"why-{now.phase}"))),) if others else ()
    square: dict[str, Arg] = {"square": Say(f"square-{tables.board.kinds[now.at[seat]]}"), "given": now.given}
    return Ask(
        verb=tell(Say(f"verb-{now.phase}")),
        title=tell(Say(f"ask-{now.phase}", square)),
        picks=tuple(picks),
        buttons=_buttons(game, glance, square, (PASS, f"{now.phase}-enough")),
        note=tell(Say(f"ask-{now.phase}-note" if picks else f"why-{now.phase}")),
        why=why,
    )


def _ask_inform(game: Combinards, now: Now, glance: Glance) -> Ask:
    tell = glance.tell
    buttons: list[Button] = []
    for action in glance.legal:
        if isinstance(action, Denounce):
            args: dict[str, Arg] = {"seat": Who(action.seat), "cards": now.cards[action.seat]}
            buttons += _buttons(game, glance, args, (action, "inform"))
    buttons += _buttons(game, glance, {}, (PASS, "inform-not"))
    return Ask(
        tell(Say("verb-inform")), tell(Say("ask-inform")), note=tell(Say("ask-inform-note")), buttons=tuple(buttons)
    )


def _ask_reward(game: Combinards, now: Now, glance: Glance) -> Ask:
    args: dict[str, Arg] = {"n": now.dice[0], "years": now.years[now.seat]}
    buttons = _buttons(game, glance, args, (TAKE_YEARS, "years"), (TAKE_MONEY, "money"))
    return Ask(glance.tell(Say("verb-take")), glance.tell(Say("ask-reward", args)), buttons=buttons)


def _ask_fly(game: Combinards, now: Now, glance: Glance) -> Ask:
    """To another airport, on the board or by a button."""
    tell, board, seat = glance.tell, game.tables.board, cast(int, glance.viewer)
    targets, buttons = [], []
    for action in glance.legal:
        if isinstance(action, Fly):
            name, key = board.names[action.square], "fly-outside" if board.ring[action.square] else "fly-inside"
            args: dict[str, Arg] = {"name": name}
            act = Act(game.write(action), tell(Say("say-fly", args)), route=(board.names[now.at[seat]], name))
            targets.append(Target(f"board/{name}", (act,)))
            buttons.append(Button(act, tell(Say(f"answer-{key}", args)), (tell(Say(f"stake-{key}", args)),)))
    stay = _buttons(game, glance, {}, (PASS, "stay"))
    return Ask(
        tell(Say("verb-fly")),
        tell(Say("ask-fly")),
        picks=(Pick(pawn(seat), tuple(targets)),),
        buttons=(*buttons, *stay),
    )


def _ask_tax(game: Combinards, now: Now, glance: Glance) -> Ask:
    args: dict[str, Arg] = {"tax": game.numbers.tax, "free": game.numbers.tax_free}
    buttons = _buttons(game, glance, args, (PAY, "pay"), (THROW, "throw"))
    cash = glance.tell(Say("screen-you-have", {"cash": now.cash[now.seat]}))
    return Ask(glance.tell(Say("verb-pay")), glance.tell(Say("ask-tax", args)), cash, buttons=buttons)


_ASKS: Mapping[str, Callable[[Combinards, Now, Glance], Ask]] = {
    "fork": _ask_fork, "buy": _ask_buy, "announce": _ask_announce, "doubt": _ask_doubt, "sell": _ask_cards,
    "refinery": _ask_cards, "stop": _ask_cards, "station": _ask_cards, "denounce": _ask_denounce, "inform": _ask_inform,
    "reward": _ask_reward, "fly": _ask_fly, "tax": _ask_tax,
}  # fmt: skip
