"""The scenes of Rien à déclarer ?: what everybody sees on the customs desk, and what a seat sees besides."""

from __future__ import annotations

from collections.abc import Sequence

from malle.core import Action, Arg, Over, Say, Who
from malle.core.piece import piece
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Button,
    Chip,
    Colours,
    Compose,
    Glance,
    Item,
    Lamp,
    Line,
    Own,
    Panel,
    Pick,
    Pile,
    Row,
    Scene,
    Why,
    item_id,
)  # fmt: skip
from malle.games.declarer.bill import CLAIMED, between
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards
from malle.games.declarer.faces import card, counts, listed, money, name, symbol
from malle.games.declarer.layout import setting as setting
from malle.games.declarer.motion import motion as motion
from malle.games.declarer.motion import said as said
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Accept, Believe, Claim, Doubt, Now, Search, Throw

COLOURS = Colours(
    day=Lamp("#CFE0D6", "#B7CFC3", "#0E5A55", "#FFFDF7", "#C23B1E", "#EDB63E"),
    night=Lamp("#12302E", "#1B4441", "#8FD3C4", "#0B211F", "#C23B1E", "#EDB63E"),
)


# ---- what everybody sees


def table(game: Declarer, glance: Glance[Now]) -> Scene:
    """Return the scene that everybody sees: two suitcases, what was declared, and the backs of the travelling
    cards. After the end it has the purses and no areas."""
    now = glance.now
    if isinstance(glance.turn, Over):
        chips = tuple(_chip(purse, "traveller", 0) for purse in now.purses)
        return Scene(ending(glance.turn), "over", chips, status=Say("screen-over"))
    return Scene(
        prompt=_prompt(game, now),
        rule=now.phase,
        chips=_chips(game, now),
        areas=(*_desk(game, now), _backs(_backs_epoch(now), now.cards)),
        status=Say("screen-round", {"round": now.round, "rounds": game.rounds}),
        ring=(now.officer, *game.travellers(now.officer)),
    )


def _prompt(game: Declarer, now: Now, you: str = "") -> Say:
    """Return the message that says what is being decided. `suffix` is `-you` for the seat that decides,
    otherwise empty."""
    following = game.after(now.officer, now.traveller)
    args: dict[str, Arg] = {"officer": Who(now.officer), "traveller": Who(now.traveller)}
    args |= {"next": Who(following), "n": now.cards}
    if now.claim is not None:
        args |= {"cards": listed(game, now.claim), "articles": len(now.claim)}
    return Say(f"prompt-{now.phase}{you}", args)


def _chips(game: Declarer, now: Now) -> tuple[Chip, ...]:
    """Return the status of each player during a round."""
    doing = ["waits"] * game.seats
    doing[game.after(now.officer, now.traveller)] = "next"
    doing[now.traveller] = "at-desk"
    doing[now.officer] = "officer"
    return tuple(
        _chip(purse, what, now.cards if what == "at-desk" else 0) for purse, what in zip(now.purses, doing, strict=True)
    )


@piece
def _chip(purse: int, doing: str, cards: int) -> Chip:
    """Return the status of a player: purse, role, and what they are doing. `doing` is officer, at-desk, next,
    waits or traveller."""
    role = Say("role-officer" if doing == "officer" else "role-traveller")
    return Chip(
        sum=money(purse),
        role=Say("beside", {"one": role, "two": Say("screen-debt")}) if purse < 0 else role,
        note=Say(f"screen-{doing}", {"n": cards}) if doing in ("at-desk", "next", "waits") else "",
        hat="kepi" if doing == "officer" else "",
        tone="bad" if purse < 0 else "",
    )


def _desk(game: Declarer, now: Now) -> list[Area]:
    """Return the two suitcases, and the declaration or the officer's question."""
    areas: list[Area] = [_pack(now.left), _open_case(game, now.round, now.laid)]
    if now.claim is not None:
        areas.append(_declaration(game, now.claim, now.traveller))
    elif now.phase == "declare":
        areas.append(Panel("question", "speech", text=Say("screen-question")))
    return areas


@piece
def _pack(left: int) -> Pile:
    """Return the closed suitcase: the number of cards that may still be taken."""
    return Pile("pack", "suitcase", Say("screen-cards", {"n": left}), Say("screen-in-pack"))


@piece
def _open_case(game: Declarer, number: int, laid: tuple[int, ...]) -> Pile:
    """Return the open suitcase with the cards that lie face up, by kind."""
    items = tuple(_laid(game, number, kind, count) for kind, count in enumerate(laid) if count)
    label = Say("screen-cards", {"n": sum(laid)})
    return Pile("laid", "suitcase-open", label, Say("screen-seen"), items, where="right")


@piece
def _laid(game: Declarer, number: int, kind: int, count: int) -> Item:
    """Return the item for all face-up cards of one kind."""
    return Item(item_id("laid", number, kind), name(game, kind), symbol(game, kind), badge=f"× {count}")


@piece
def _declaration(game: Declarer, claim: Cards, traveller: int) -> Panel:
    """Return the panel with what was declared, and the duty on it."""
    if claim == CLAIMED:
        lines = [Line(name(game, BAG), symbol=symbol(game, BAG)), Line(Say("slip-bag"), tone="quiet")]
    else:
        lines = [_declared(game, kind, count) for kind, count in counts(claim)]
        lines.append(Line(Say("slip-rest" if claim else "slip-nothing"), tone="quiet"))
    total = Line(Say("slip-total"), money(game.cashier.duty(claim)), tone="good", total=True)
    return Panel("slip", "slip", Say("slip-title", {"traveller": Who(traveller)}), lines=(*lines, total))


def _declared(game: Declarer, kind: int, count: int) -> Line:
    """Return the line for a declared article, with its duty."""
    many = Say("times", {"what": name(game, kind), "n": count})
    return Line(many, money(game.numbers.duty((kind,) * count)), symbol(game, kind))


def _backs_epoch(now: Now) -> int:
    """Return a public number that is new for every hand, for the ids of the card backs."""
    return ((now.round * 1000 + sum(now.laid)) * 10 + now.traveller) * 100 + now.left


@piece
def _backs(epoch: int, cards: int) -> Row:
    """Return the travelling cards as everybody but their holder sees them: backs, all alike."""
    backs = tuple(Item(item_id("case", epoch, place), Say("screen-back"), "back", "back") for place in range(cards))
    return Row("case", backs, fan=True)


# ---- what one seat sees besides


def own(game: Declarer, glance: Glance[Now]) -> Own | None:
    """Return what a seat sees besides: the hand it holds, and what it may do. `None` if there is neither, and
    after the end."""
    now = glance.now
    if isinstance(glance.turn, Over) or (now.hand is None and not glance.legal):
        return None
    return Own(
        prompt=_prompt(game, now, "-you") if glance.legal else "",
        areas=() if now.hand is None else (_hand(game, now, now.hand),),
        hides=() if now.hand is None else ("case",),
        ask=_ask(game, glance),
    )


def _hand(game: Declarer, now: Now, hand: Cards) -> Row:
    """Return the cards of the hand, for its holder. While declaring, a note tells the fine on the whole hand."""
    cards = tuple(card(game, kind, handle) for handle, kind in _handles(game, now, hand))
    fine = Say("screen-risk", {"officer": Who(now.officer), "fine": game.numbers.fine(hand)})
    title, note = Say("screen-your-cards", {"n": len(hand)}), fine if now.phase == "declare" else ""
    return Row("hand", cards, title, note, where="hand", private=True, back="back")


def _handles(game: Declarer, now: Now, hand: Cards) -> list[tuple[str, int]]:
    """Return (item id, kind) for the cards in hand. The ids are new whenever a hand is taken, passed on or
    changed."""
    epoch = (now.round * 1000 + game.limit - now.left) * 10 + now.traveller
    return [(item_id("hand", epoch, place), kind) for place, kind in enumerate(hand)]


def _ask(game: Declarer, glance: Glance[Now]) -> Ask | None:
    """Return the choices of the seat that acts, or `None` if it may not act."""
    now, legal, seat = glance.now, glance.legal, glance.viewer
    if not legal or seat is None:
        return None
    if now.phase == "declare":
        return _ask_declaration(game, now.cards, tuple(_handles(game, now, now.hand or ())))
    if now.phase == "throw":
        return _ask_throw(game, now, now.hand or (), legal)
    purse = Say("screen-you-have", {"money": now.purses[seat]})
    return _ask_officer(game, now, purse) if now.phase == "officer" else _ask_neighbour(game, now, purse)


@piece
def _ask_declaration(game: Declarer, cards: int, hand: tuple[tuple[str, int], ...]) -> Ask:
    """Return the choices of a declaration. A tap on an article in hand declares it; the counters offer
    articles that are not there."""
    risk = Say("compose-claim-risk", {"fine": game.numbers.bag_fine})
    bag = Button(Act(game.write(Claim())), Say("compose-claim"), (risk,), symbol(game, BAG))
    articles = tuple((handle, game.numbers.names[kind]) for handle, kind in hand if kind >= FIRST_ARTICLE)
    free = tuple(handle for handle, kind in hand if kind < FIRST_ARTICLE and kind != BAG)
    bags = tuple(handle for handle, kind in hand if kind == BAG)
    reasons = ((free, "declare-why-free"), (bags, "declare-why-bag"))
    why = tuple(Why(handles, Say(reason)) for handles, reason in reasons if handles)
    return Ask(Say("verb-declare"), compose=Compose("declaration", cards, (bag,), articles), why=why)


def _ask_officer(game: Declarer, now: Now, purse: Say) -> Ask:
    """Return the officer's two buttons, with what each may cost or bring."""
    officer, traveller, claim = now.officer, now.traveller, now.claim or ()
    cashier, following = game.cashier, game.after(officer, traveller)
    true = cashier.searched(officer, traveller, claim, None)
    wrong = cashier.doubted(officer, traveller, following, claim, None)
    reward = _reward(game, now)
    args: dict[str, Arg] = {
        "traveller": Who(traveller),
        "next": Who(following),
        "duty": between(cashier.believed(officer, traveller, claim), traveller, officer),
        "compensation": between(true, officer, traveller),
        "extra": cashier.fine(claim, ()),
        "reward": reward[1],
        "most": "yes" if reward[0] < reward[1] else "no",
        "wrong": between(wrong, officer, traveller),
    }
    passes = Button(Act(game.write(Believe())), Say("answer-believe"), (Say("answer-believe-stake", args),))
    stakes = (Say("answer-search-true", args), Say("answer-search-lie", args))
    return Ask(
        verb=Say("answer-search"),
        title=Say("ask-officer", args),
        aside=purse,
        note=Say("ask-officer-note", args),
        buttons=(passes, Button(Act(game.write(Search())), Say("answer-search"), stakes)),
    )


def _reward(game: Declarer, now: Now) -> tuple[int, int]:
    """Return the lowest and the highest reward that the next traveller can get for informing rightly."""
    officer, traveller, claim = now.officer, now.traveller, now.claim or ()
    informer = game.after(officer, traveller)
    fines = (game.cashier.fine(claim, ()), game.cashier.dearest(claim, now.cards))
    bills = [game.cashier.doubted(officer, traveller, informer, claim, fine) for fine in fines]
    return between(bills[0], officer, informer), between(bills[1], officer, informer)


def _ask_neighbour(game: Declarer, now: Now, purse: Say) -> Ask:
    """Return the next traveller's two buttons, with what each may cost or bring."""
    officer, traveller = now.officer, now.traveller
    ((wrong, _, compensation, _),) = game.cashier.doubted(
        officer, traveller, game.after(officer, traveller), now.claim or (), None
    )
    reward = _reward(game, now)
    args: dict[str, Arg] = {
        "traveller": Who(traveller),
        "wrong": Who(wrong),
        "compensation": compensation,
        "reward": reward[1],
        "most": "yes" if reward[0] < reward[1] else "no",
        "n": now.cards,
    }
    last = "-last" if now.last else ""
    stake = Say(f"answer-accept-stake{last}", args)
    take = Button(Act(game.write(Accept())), Say(f"answer-accept{last}"), (stake,))
    stakes = (Say("answer-doubt-lie", args), Say("answer-doubt-true", args))
    return Ask(
        verb=Say("answer-doubt"),
        title=Say("ask-neighbour", args),
        aside=purse,
        note=Say(f"ask-neighbour-note{last}", args),
        buttons=(take, Button(Act(game.write(Doubt())), Say("answer-doubt"), stakes)),
    )


def _ask_throw(game: Declarer, now: Now, hand: Cards, legal: Sequence[Action]) -> Ask:
    """Return the cards that may be thrown away, and why the others may not."""
    may = {action.kind for action in legal if isinstance(action, Throw)}
    handles = _handles(game, now, hand)
    picks = tuple(Pick(handle, acts=(_throw(game, kind),)) for handle, kind in handles if kind in may)
    barred = tuple(handle for handle, kind in handles if kind not in may)
    why = (Why(barred, Say("throw-why")),) if barred else ()
    return Ask(Say("verb-throw"), note=Say("ask-throw-note"), picks=picks, why=why)


@piece
def _throw(game: Declarer, kind: int) -> Act:
    """Return the choice that throws away a card of this kind."""
    return Act(game.write(Throw(kind)), Say("throw-say", {"card": name(game, kind)}), Say("throw-note"))
