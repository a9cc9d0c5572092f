"""Rien à déclarer ?, drawn: what lies on the customs desk before a viewer, and what happens on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import cast

from malle.core import Action, AnyGame, Arg, Event, Over, Say, Viewer, Who
from malle.core.part import part
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Button,
    Chip,
    Colours,
    Compose,
    Composer,
    Cost,
    Counter,
    Glance,
    Item,
    Lamp,
    Line,
    Note,
    Panel,
    Pass,
    Pay,
    Pick,
    Pile,
    Row,
    Scene,
    Setting,
    Stamp,
    Step,
    Summary,
    Tell,
    Text,
    Why,
    item_id,
)  # fmt: skip
from malle.games.declarer import telling
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, LUGGAGE, Cards, dutiable
from malle.games.declarer.rules import CLAIMED, Declarer
from malle.games.declarer.state import (
    Accept,
    Accepted,
    Believe,
    CardSeen,
    CardTaken,
    Claim,
    Doubt,
    Doubted,
    Now,
    Paid,
    Phase,
    RoundBegan,
    RoundEnded,
    Search,
    Searched,
    Throw,
    Thrown,
)  # fmt: skip

COLOURS = Colours(
    day=Lamp("#CFE0D6", "#B7CFC3", "#0E5A55", "#FFFDF7", "#C23B1E", "#EDB63E"),
    night=Lamp("#12302E", "#1B4441", "#8FD3C4", "#0B211F", "#C23B1E", "#EDB63E"),
)

DASH = "—"


# ---- the setting


def setting(game: AnyGame, viewer: Viewer, tell: Tell) -> Setting:
    """The tariff, and the counters of a declaration."""
    game = cast(Declarer, game)
    kinds = range(FIRST_ARTICLE, len(game.pack))
    rows = tuple(_counter(game, kind, tell) for kind in kinds)
    compose = Composer(
        id="declaration",
        title=tell(Say("compose-title")),
        prefix="declare",
        nothing="nothing",
        rows=rows,
        said_nothing=tell(Say("compose-nothing")),
        said_rest=tell(Say("compose-rest")),
        last_comma=tell(Say("compose-and")),
        total=tell(Say("compose-total", {"sum": "{n}"})),
        count=tell(Say("compose-count", {"n": "{n}", "most": "{most}"})),
    )
    costs = [_cost(game, kind, tell) for kind in kinds]
    free = [Cost(_name(game, kind, tell), (DASH, DASH), _symbol(game, kind)) for kind in (LUGGAGE, BAG)]
    heads = tuple(tell(Say(f"tariff-{head}")) for head in ("article", "duty", "fine"))
    reminder = Say("tariff-reminder", {"compensation": game.numbers.compensation, "reward": game.numbers.reward})
    return Setting(
        title=tell(Say("title")),
        table=tell(Say("screen-table", {"cards": game.limit, "rounds": game.rounds})),
        composers=(compose,),
        summary=Summary(tell(Say("tariff")), heads, (*costs, *free), ("good", "bad"), (tell(reminder),)),
    )


def _counter(game: Declarer, kind: int, tell: Tell) -> Counter:
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    most = min(article.cards, game.hand)
    return Counter(
        word=article.name,
        label=_name(game, kind, tell),
        most=most,
        said=tuple(_count(game, kind, count, tell) for count in range(1, most + 1)),
        symbol=_symbol(game, kind),
        notes=_tariff(tell, game, kind, "screen-fine"),
        value=article.duty,
    )


def _cost(game: Declarer, kind: int, tell: Tell) -> Cost:
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return Cost(_name(game, kind, tell), (_money(article.duty, tell), _money(article.fine, tell)), _symbol(game, kind))


# ---- the scene


def scene(game: AnyGame, glance: Glance) -> Scene:
    """The desk: two suitcases, what was declared, the cards that travel, and what the viewer may answer."""
    game, now, tell = cast(Declarer, game), cast(Now, glance.now), glance.tell
    chips = _chips(tell, game, now.purses, now.officer, now.traveller, now.cards, now.phase == "over")
    if isinstance(glance.turn, Over):
        return Scene(tell(ending(glance.turn)), "over", chips, status=tell(Say("screen-over")))
    held = _backs(tell, now, glance.viewer) if now.hand is None else _hand(tell, game, now)
    return Scene(
        prompt=_prompt(tell, game, now.phase, now.officer, now.traveller, now.cards, now.claim, bool(glance.legal)),
        rule=now.phase,
        chips=chips,
        areas=(*_desk(tell, game, now.phase, now.round, now.left, now.laid, now.claim, now.traveller), held),
        ask=_ask(game, now, glance),
        status=_status(tell, game, now.round),
        ring=_ring(game, now.officer),
    )


@part
def _prompt(
    tell: Tell, game: Declarer, phase: Phase, officer: int, traveller: int, n: int, claim: Cards | None, mine: bool
) -> Text:
    following = game.after(officer, traveller)
    args: dict[str, Arg] = {"officer": Who(officer), "traveller": Who(traveller), "next": Who(following), "n": n}
    if claim is not None:
        args["cards"] = _said(game, claim)
    return tell(Say(f"prompt-{phase}{'-you' if mine else ''}", args))


@part
def _chips(
    tell: Tell, game: Declarer, purses: tuple[int, ...], officer: int, traveller: int, cards: int, over: bool
) -> tuple[Chip, ...]:
    following = -1 if over else game.after(officer, traveller)
    chips: list[Chip] = []
    for seat, money in enumerate(purses):
        if over:
            doing = "traveller"
        elif seat == officer:
            doing = "officer"
        elif seat == traveller:
            doing = "at-desk"
        else:
            doing = "next" if seat == following else "waits"
        chips.append(_chip(tell, money, doing, cards if doing == "at-desk" else 0))
    return tuple(chips)


@part
def _chip(tell: Tell, money: int, doing: str, cards: int) -> Chip:
    """A player: his purse, his part, and what he is about."""
    officer = doing == "officer"
    role = tell(Say("role-officer" if officer else "role-traveller"))
    return Chip(
        sum=_money(money, tell),
        role=f"{role} · {tell(Say('screen-debt'))}" if money < 0 else role,
        note=tell(Say(f"screen-{doing}", {"n": cards})) if doing in ("at-desk", "next", "waits") else "",
        hat="kepi" if officer else "",
        tone="bad" if money < 0 else "",
    )


@part
def _status(tell: Tell, game: Declarer, number: int) -> Text:
    return tell(Say("screen-round", {"round": number, "rounds": game.rounds}))


def _ring(game: Declarer, officer: int) -> tuple[int, ...]:
    return (officer, *game.travellers(officer))


@part
def _desk(
    tell: Tell,
    game: Declarer,
    phase: Phase,
    number: int,
    left: int,
    laid: tuple[int, ...],
    claim: Cards | None,
    traveller: int,
) -> tuple[Area, ...]:
    """What all see: the two suitcases, and what was declared."""
    areas: list[Area] = [_pack(tell, left), _open_case(tell, game, number, laid)]
    if claim is not None:
        areas.append(_declaration(tell, game, claim, traveller))
    elif phase == "declare":
        areas.append(_question(tell))
    return tuple(areas)


@part
def _question(tell: Tell) -> Panel:
    return Panel("question", "speech", text=tell(Say("screen-question")))


@part
def _pack(tell: Tell, left: int) -> Pile:
    return Pile("pack", "suitcase", tell(Say("screen-cards", {"n": left})), tell(Say("screen-in-pack")))


@part
def _open_case(tell: Tell, game: Declarer, number: int, laid: tuple[int, ...]) -> Pile:
    items = tuple(_laid(tell, game, number, kind, count) for kind, count in enumerate(laid) if count)
    label, note = tell(Say("screen-cards", {"n": sum(laid)})), tell(Say("screen-seen"))
    return Pile("laid", "suitcase-open", label, note, items, where="right")


@part
def _laid(tell: Tell, game: Declarer, number: int, kind: int, count: int) -> Item:
    return Item(item_id("laid", number, kind), _name(game, kind, tell), _symbol(game, kind), badge=f"× {count}")


@part
def _declaration(tell: Tell, game: Declarer, claim: Cards, traveller: int) -> Panel:
    title = tell(Say("slip-title", {"traveller": Who(traveller)}))
    if claim == CLAIMED:
        lines = [Line(_name(game, BAG, tell), symbol=_symbol(game, BAG)), Line(tell(Say("slip-bag")), tone="quiet")]
    else:
        lines = [_declared(tell, game, kind, count) for kind, count in _counts(claim)]
        lines.append(Line(tell(Say("slip-rest" if claim else "slip-nothing")), tone="quiet"))
    duty = 0 if claim == CLAIMED else game.numbers.duty(claim)
    total = Line(tell(Say("slip-total")), _money(duty, tell), tone="good", total=True)
    return Panel("slip", "slip", title, lines=(*lines, total))


@part
def _declared(tell: Tell, game: Declarer, kind: int, count: int) -> Line:
    duty = _money(game.numbers.duty((kind,) * count), tell)
    return Line(f"{_name(game, kind, tell)} × {count}", duty, _symbol(game, kind))


def _epoch(game: Declarer, now: Now) -> int:
    """Public, and new whenever a hand is taken, passed on or changed."""
    return (now.round * 1000 + game.limit - now.left) * 10 + now.traveller


def _hand(tell: Tell, game: Declarer, now: Now) -> Row:
    hand = now.hand or ()
    cards = tuple(_card(tell, game, kind, item_id("hand", _epoch(game, now), place)) for place, kind in enumerate(hand))
    fine = Say("screen-risk", {"officer": Who(now.officer), "fine": game.numbers.fine(hand)})
    title = tell(Say("screen-your-cards", {"n": len(hand)}))
    note = tell(fine) if now.phase == "declare" else ""
    return Row("hand", cards, title, note, where="hand", private=True, back="back")


def _backs(tell: Tell, now: Now, viewer: Viewer) -> Row:
    """Backs, all alike. Their handles are this viewer's own, and new for every hand."""
    epoch = (now.round * 1000 + sum(now.laid)) * 10 + now.traveller
    return _fan(tell, 0 if viewer is None else viewer + 1, epoch * 100 + now.left, now.cards)


@part
def _fan(tell: Tell, viewer: int, epoch: int, cards: int) -> Row:
    label = tell(Say("screen-back"))
    backs = tuple(Item(item_id(f"case{viewer}", epoch, place), label, "back", "back") for place in range(cards))
    return Row("case", backs, fan=True)


def _card(tell: Tell, game: Declarer, kind: int, handle: str, stamp: Stamp | None = None) -> Item:
    notes = _tariff(tell, game, kind, "screen-fine-short")
    return Item(handle, _name(game, kind, tell), _symbol(game, kind), notes=notes, stamp=stamp)


# ---- what may be done


def _ask(game: Declarer, now: Now, glance: Glance) -> Ask | None:
    legal, tell = glance.legal, glance.tell
    if not legal or glance.viewer is None:
        return None
    if now.phase == "declare":
        return _ask_declaration(tell, game, now.cards)
    if now.phase == "throw":
        return _ask_throw(game, now, legal, tell)
    money = tell(Say("screen-you-have", {"money": now.purses[glance.viewer]}))
    return _ask_officer(game, now, money, tell) if now.phase == "officer" else _ask_neighbour(game, now, money, tell)


@part
def _ask_declaration(tell: Tell, game: Declarer, cards: int) -> Ask:
    claim = Say("compose-claim-risk", {"fine": game.numbers.bag_fine})
    bag = Button(Act(game.write(Claim())), tell(Say("compose-claim")), (tell(claim),), _symbol(game, BAG))
    return Ask(tell(Say("verb-declare")), compose=Compose("declaration", cards, (bag,)))


def _ask_officer(game: Declarer, now: Now, money: Text, tell: Tell) -> Ask:
    duty = 0 if now.claim == CLAIMED else game.numbers.duty(now.claim or ())
    args: dict[str, Arg] = {
        "traveller": Who(now.traveller),
        "next": Who(_next(game, now)),
        "duty": duty,
        "compensation": game.numbers.compensation,
        "reward": game.numbers.reward,
    }
    passes = Button(Act(game.write(Believe())), tell(Say("answer-believe")), (tell(Say("answer-believe-stake", args)),))
    true, lie = tell(Say("answer-search-true", args)), tell(Say("answer-search-lie", args))
    search = Button(Act(game.write(Search())), tell(Say("answer-search")), (true, lie))
    return Ask(
        verb=tell(Say("answer-search")),
        title=tell(Say("ask-officer", args)),
        aside=money,
        note=tell(Say("ask-officer-note", args)),
        buttons=(passes, search),
    )


def _ask_neighbour(game: Declarer, now: Now, money: Text, tell: Tell) -> Ask:
    args: dict[str, Arg] = {
        "traveller": Who(now.traveller),
        "officer": Who(now.officer),
        "compensation": game.numbers.compensation,
        "reward": game.numbers.reward,
        "n": now.cards,
    }
    last = "-last" if now.last else ""
    take = Button(
        Act(game.write(Accept())), tell(Say(f"answer-accept{last}")), (tell(Say(f"answer-accept-stake{last}", args)),)
    )
    lie, true = tell(Say("answer-doubt-lie", args)), tell(Say("answer-doubt-true", args))
    doubt = Button(Act(game.write(Doubt())), tell(Say("answer-doubt")), (lie, true))
    return Ask(
        verb=tell(Say("answer-doubt")),
        title=tell(Say("ask-neighbour", args)),
        aside=money,
        note=tell(Say("ask-neighbour-note", args)),
        buttons=(take, doubt),
    )


def _ask_throw(game: Declarer, now: Now, legal: Sequence[Action], tell: Tell) -> Ask:
    hand = now.hand or ()
    may = {cast(Throw, action).kind for action in legal}
    handles = [(item_id("hand", _epoch(game, now), place), kind) for place, kind in enumerate(hand)]
    picks = tuple(
        Pick(
            handle,
            acts=(
                Act(
                    game.write(Throw(kind)),
                    tell(Say("throw-say", {"card": _name(game, kind, tell)})),
                    tell(Say("throw-note")),
                ),
            ),
        )
        for handle, kind in handles
        if kind in may
    )
    barred = tuple(handle for handle, kind in handles if kind not in may)
    why = (Why(barred, tell(Say("throw-why"))),) if barred else ()
    return Ask(tell(Say("verb-throw")), note=tell(Say("ask-throw-note")), picks=picks, why=why)


# ---- what happens


def steps(game: AnyGame, events: tuple[Event, ...], tell: Tell) -> tuple[Step, ...]:
    """Cards that travel, hands that are shown, money that is paid, rounds that end."""
    game = cast(Declarer, game)
    found: list[Step] = []
    ended = [event for event in events if isinstance(event, RoundEnded | RoundBegan)]
    for kind, group in groupby(events, type):
        same = list(group)
        if kind is CardTaken:
            seat = cast(CardTaken, same[0]).seat
            found.append(Step(seat=seat, passes=(Pass("pack", f"seat-{seat + 1}", "back", len(same)),)))
        elif kind is Paid:
            pays = tuple(_pay(cast(Paid, event), tell) for event in same)
            found.append(Step(seat=pays[0].payer, pays=pays))
        for event in same:
            match event:
                case Searched() | Doubted():
                    found.append(_reveal(game, event, events, tell))
                case Accepted(seat, traveller):
                    found.append(Step(seat=seat, passes=(Pass(f"seat-{traveller + 1}", f"seat-{seat + 1}", "back"),)))
                case Thrown(seat, card):
                    found.append(Step(seat=seat, passes=(Pass(f"seat-{seat + 1}", "laid", _symbol(game, card)),)))
    if ended:
        found = _with_round(found, _round_panels(ended, tell))
    return tuple(found)


def said(game: AnyGame, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """As the telling has it, but cards taken one after the other are said at once."""
    game = cast(Declarer, game)
    taken = [event for event in events if isinstance(event, CardTaken)]
    seen = tuple(sorted(event.kind for event in events if isinstance(event, CardSeen)))
    out = [telling.event(game, event) for event in events if not isinstance(event, CardTaken | CardSeen)]
    if taken:
        args: dict[str, Arg] = {"seat": Who(taken[0].seat), "n": len(taken), "cards": _said(game, seen)}
        out.append(Say("event-cards-seen" if seen else "event-cards-taken", args))
    return tuple(out)


def _with_round(found: list[Step], panels: tuple[Panel, ...]) -> list[Step]:
    """A round that ends is said under what was shown last, or by itself."""
    for index, step in enumerate(found):
        if step.hold:
            found[index] = Step(
                step.seat, step.drum, (*step.areas, panels[-1]), pays=step.pays, hold=True, title=step.title
            )
            return found
    return [Step(areas=panels, hold=True), *found]


def _round_panels(events: Sequence[Event], tell: Tell) -> tuple[Panel, ...]:
    """What ended in large letters, and what begins."""
    panels: list[Panel] = []
    for event in events:
        match event:
            case RoundEnded(number):
                panels.append(Panel("ended", "speech", text=tell(Say("screen-round-ended", {"round": number}))))
            case RoundBegan(number, officer):
                said = tell(Say("screen-round-began", {"round": number, "officer": Who(officer)}))
                panels.append(Panel("began", "sheet", lines=(Line(said, symbol="kepi"),)))
    return tuple(panels)


def _pay(paid: Paid, tell: Tell) -> Pay:
    return Pay(paid.payer, paid.payee, paid.amount, _money(paid.amount, tell))


def _reveal(game: Declarer, event: Searched | Doubted, events: tuple[Event, ...], tell: Tell) -> Step:
    """The hand is shown: a stamp on each card, the verdict, the bill."""
    said, hand, liar = event.claim, event.hand, event.traveller
    cards: list[Item] = []
    left = list(said)
    for place, kind in enumerate(hand):
        stamp = _stamp(kind, said, left, true=event.true, tell=tell)
        cards.append(_card(tell, game, kind, item_id("shown", 0, place), stamp))
    args: dict[str, Arg] = {"traveller": Who(liar), "seat": Who(event.seat)}
    verdict = Panel(
        "verdict",
        "verdict",
        title=tell(_verdict(game, event, args)),
        text=tell(Say("verdict-true" if event.true else "verdict-lie")),
        tone="good" if event.true else "",
    )
    title = tell(Say("shown-searched" if isinstance(event, Searched) else "shown-doubted", args))
    bill = _bill(game, event, [each for each in events if isinstance(each, Paid)], tell)
    return Step(seat=event.seat, drum=True, areas=(Row("shown", tuple(cards)), verdict, bill), hold=True, title=title)


def _stamp(kind: int, said: Cards, left: list[int], *, true: bool, tell: Tell) -> Stamp:
    """`left` loses what has found its card."""
    if kind in left:
        left.remove(kind)
        return Stamp(tell(Say("stamp-declared")), "true")
    if kind < FIRST_ARTICLE or (said == CLAIMED and true):
        return Stamp(tell(Say("stamp-free")), "none")
    return Stamp(tell(Say("stamp-hidden")), "lie")


def _verdict(game: Declarer, event: Searched | Doubted, args: dict[str, Arg]) -> Say:
    if event.true:
        return Say("verdict-true-bag" if event.claim == CLAIMED else "verdict-true-said", args)
    if event.claim == CLAIMED:
        return Say("verdict-lie-bag", args)
    held = dutiable(event.hand)
    hidden = tuple(kind for kind in sorted(set(held)) for _ in range(held.count(kind) - event.claim.count(kind)))
    if hidden:
        return Say("verdict-lie-hidden", args | {"cards": _said(game, hidden)})
    more = tuple(kind for kind in sorted(set(event.claim)) for _ in range(event.claim.count(kind) - held.count(kind)))
    return Say("verdict-lie-more", args | {"cards": _said(game, more)})


def _bill(game: Declarer, event: Searched | Doubted, paid: list[Paid], tell: Tell) -> Panel:
    lines: list[Line] = []
    if not event.true:
        left = list(event.claim)
        for kind, count in _counts(dutiable(event.hand)):
            hidden = count > left.count(kind)
            name = f"{_name(game, kind, tell)} × {count}" if count > 1 else _name(game, kind, tell)
            text = tell(Say("bill-hidden", {"card": name})) if hidden else name
            sum_ = _money(game.numbers.fine((kind,) * count), tell)
            lines.append(Line(text, sum_, _symbol(game, kind), "bad" if hidden else ""))
        if event.claim == CLAIMED:
            lines.append(Line(tell(Say("bill-bag")), _money(game.numbers.bag_fine, tell), _symbol(game, BAG), "bad"))
    for each in paid:
        args: dict[str, Arg] = {"payer": Who(each.payer), "payee": Who(each.payee), "reason": each.reason}
        lines.append(Line(tell(Say("bill-pays", args)), _money(each.amount, tell), total=True))
    if not paid:
        lines.append(Line(tell(Say("bill-nothing")), tone="quiet"))
    return Panel(
        "bill",
        "slip",
        tell(Say("bill-title-true" if event.true else "bill-title-lie", {"traveller": Who(event.traveller)})),
        lines=tuple(lines),
    )


# ---- words and sums


def _next(game: Declarer, now: Now) -> int:
    return game.after(now.officer, now.traveller)


def _counts(cards: Cards) -> list[tuple[int, int]]:
    return [(kind, cards.count(kind)) for kind in sorted(set(cards))]


def _name(game: Declarer, kind: int, tell: Tell) -> Text:
    return tell(Say(f"name-{game.numbers.names[kind]}"))


def _symbol(game: Declarer, kind: int) -> str:
    return game.numbers.names[kind]


def _count(game: Declarer, kind: int, count: int, tell: Tell) -> Text:
    return tell(Say(f"card-{game.numbers.names[kind]}", {"n": count}))


def _said(game: Declarer, cards: Cards) -> tuple[Say, ...] | Say:
    if not cards:
        return Say("nothing")
    return tuple(Say(f"card-{game.numbers.names[kind]}", {"n": count}) for kind, count in _counts(cards))


def _money(amount: int, tell: Tell) -> Text:
    return tell(Say("money", {"amount": amount}))


@part
def _tariff(tell: Tell, game: Declarer, kind: int, fine: str) -> tuple[Note, ...]:
    if kind < FIRST_ARTICLE:
        return (Note(tell(Say("screen-free")), "quiet"),)
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return (
        Note(tell(Say("screen-duty", {"sum": article.duty})), "good"),
        Note(tell(Say(fine, {"sum": article.fine})), "bad"),
    )
