"""The fair, drawn with every kind of area."""

from __future__ import annotations

from malle.core import AnyGame, Event, Over, Say, Viewer, Who
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Bar,
    Board,
    Button,
    Cell,
    Chip,
    Colours,
    Compose,
    Composer,
    Counter,
    Dice,
    Glance,
    Ground,
    Item,
    Lamp,
    Mark,
    Mote,
    Note,
    Panel,
    Patch,
    Pay,
    Pick,
    Pile,
    Price,
    Row,
    Scene,
    Setting,
    Stamp,
    Step,
    Summary,
    Target,
    Tell,
    Track,
    Tray,
    Why,
    item_id,
)  # fmt: skip

COLOURS = Colours(
    day=Lamp("#DDE3C8", "#C6D0A8", "#3E4F17", "#FFFDF7", "#B81F62", "#EDB63E"),
    night=Lamp("#20270F", "#313B1A", "#C9DA97", "#1A200C", "#B81F62", "#EDB63E"),
)


def setting(game: AnyGame, viewer: Viewer, tell: Tell) -> Setting:
    """A board of 4 × 3, two goods to count."""
    cells = tuple(
        Cell(f"{column}{row}", 20 + 90 * at, 20 + 90 * (3 - row), 90, 90, look="dark" if (at + row) % 2 else "light")
        for row in (1, 2, 3)
        for at, column in enumerate("abcd")
    )
    motes = tuple(
        Mote(65 + 90 * at, 312, column, "tab", of=tuple(f"{column}{row}" for row in (1, 2, 3)))
        for at, column in enumerate("abcd")
    )
    ground = Ground(
        "board",
        tell(Say("board")),
        400,
        335,
        cells,
        patches=(Patch(14, 14, 372, 282, "strong", radius=8),),
        motes=motes,
    )
    rows = (
        Counter(
            "wine",
            tell(Say("wine")),
            2,
            (tell(Say("wines", {"n": 1})), tell(Say("wines", {"n": 2}))),
            "wine",
            (Note("5", "good"),),
            5,
        ),
        Counter(
            "crown",
            tell(Say("crown")),
            2,
            (tell(Say("crowns", {"n": 1})), tell(Say("crowns", {"n": 2}))),
            "crown",
            (Note("9", "good"),),
            9,
        ),
    )
    composer = Composer(
        "count",
        tell(Say("count")),
        "count",
        "nothing",
        rows,
        tell(Say("none")),
        tell(Say("rest")),
        total="= {n}",
        count="{n} / {most}",
    )
    return Setting(
        tell(Say("title")),
        tell(Say("blurb")),
        (ground,),
        (composer,),
        Summary(tell(Say("summary")), text=(tell(Say("blurb")),)),
    )


def scene(game: AnyGame, glance: Glance) -> Scene:
    """Everything at once."""
    now, tell = glance.now, glance.tell
    chips = tuple(
        Chip(f"{money} M", bar=Bar(min(20, money // 10), 20, f"{money // 10} / 20"), note=f"{len(now.hands[seat])}")
        for seat, money in enumerate(now.money)
    )
    if isinstance(glance.turn, Over):
        return Scene(
            tell(ending(glance.turn)),
            "over",
            chips,
            status=tell(Say("title")),
        )
    pawns = tuple(
        Item(f"pawn.0.{seat}", tell(Say("pawn", {"seat": Who(seat)})), look="piece", at=cell, seat=seat)
        for seat, cell in enumerate(now.pawns)
    )
    tiles = tuple(
        Item(f"tile.0.{at}", tell(Say("tile")), "tile", "tile", cell, turn, detail=tell(Say("tile-detail")))
        for at, (cell, turn) in enumerate(now.tiles)
    )
    areas: list[Area] = [
        Board("board", (*tiles, *pawns)),
        Pile(
            "stall",
            "suitcase",
            tell(Say("cards", {"n": sum(map(len, now.hands))})),
            items=(Item("stall.0.0", tell(Say("wine")), "wine"),),
        ),
        Dice("dice", (now.die,), tell(Say("event-rolled", {"value": now.die})), where="right"),
        Track(
            "years",
            tuple(Bar(money // 10, 20, f"{money // 10}", seat) for seat, money in enumerate(now.money)),
            tell(Say("years")),
        ),
        Panel("news", "banner", text=tell(Say("banner")), symbol="i-turn", where="aside"),
    ]
    if now.price:
        areas.append(Panel("slip", "slip", tell(Say("price")), lines=()))
    if glance.viewer is not None:
        hand = now.hands[glance.viewer]
        cards = tuple(
            Item(
                item_id("hand", now.turn, at),
                tell(Say(kind)),
                kind,
                notes=(Note("+5", "good"),),
                detail=tell(Say("card-detail")),
            )
            for at, kind in enumerate(hand)
        )
        areas.append(Row("hand", cards, tell(Say("hand")), where="hand", private=True, back="back"))
        if now.phase == "tile" and glance.legal:
            areas.append(Tray("tray", (Item("tray.0.0", tell(Say("tile")), "tile", "tile"),), tell(Say("tray"))))
    ask = _ask(glance) if glance.legal and glance.viewer is not None else None
    prompt = tell(Say(f"prompt-{now.phase}", {"seat": Who(now.turn)}))
    return Scene(prompt, now.phase, chips, tuple(areas), ask, status=f"{now.turn + 1} / 3")


def _ask(glance: Glance) -> Ask:
    from tests.browser.fifth import CELLS, moves

    now, tell, seat = glance.now, glance.tell, glance.viewer
    assert seat is not None
    legal = [action.text for action in glance.legal]  # type: ignore[attr-defined]
    verb = tell(Say("verb"))
    if now.phase == "move":
        targets: dict[str, list[Act]] = {}
        for text, route in moves(now, seat):
            targets.setdefault(route[-1], []).append(Act(text, note=f"{len(route) - 1}", route=route))
        picks = (Pick(f"pawn.0.{seat}", tuple(Target(f"board/{cell}", tuple(acts)) for cell, acts in targets.items())),)
        near = tuple(f"board/{cell}" for cell in CELLS if cell not in targets)
        return Ask(verb, picks=picks, why=(Why(near, tell(Say("why-move"))),))
    if now.phase == "price":
        return Ask(
            verb,
            title=tell(Say("price")),
            price=Price(
                "price {n}", tell(Say("announce", {"n": "{n}"})), 1, now.money[seat], (1, 2, 5, 10, 20, 50), "M"
            ),
        )
    if now.phase == "doubt":
        claim = tell(Say("announce", {"n": now.price}))
        buttons = (
            Button(Act("doubt"), tell(Say("doubt")), (tell(Say("stake")),)),
            Button(Act("trust"), tell(Say("trust")), (tell(Say("stake")),)),
        )
        return Ask(verb, tell(Say("doubt-title")), by=now.turn, claim=claim, buttons=buttons, note=tell(Say("secret")))
    if now.phase == "tile":
        slots: dict[str, list[Act]] = {}
        for text in legal:
            _, slot, turn = text.split()
            slots.setdefault(slot, []).append(Act(text, turn=int(turn)))
        taken = tuple(f"board/{cell}" for cell in CELLS if cell not in slots)
        picks = (Pick("tray.0.0", tuple(Target(f"board/{cell}", tuple(acts)) for cell, acts in slots.items())),)
        return Ask(verb, picks=picks, other=tell(Say("turn")), why=(Why(taken, tell(Say("why-tile")), "tray.0.0"),))
    if now.phase == "count":
        everything = Button(Act("count all"), tell(Say("all")), symbol="crown")
        return Ask(verb, compose=Compose("count", 2, (everything,)))
    cards = [(item_id("hand", now.turn, at), kind) for at, kind in enumerate(now.hands[seat])]
    return Ask(verb, picks=tuple(Pick(handle, acts=(Act(f"throw {kind}"),)) for handle, kind in cards))


def steps(game: AnyGame, events: tuple[Event, ...], tell: Tell) -> tuple[Step, ...]:
    """Moves along their way; a reveal with money."""
    from tests.browser.fifth import Done, Judged

    found: list[Step] = []
    for event in events:
        match event:
            case Done(seat, text) if text.startswith("move "):
                squares, _, way = text[5:].partition(" ")
                start, end = squares.split("-")
                corner = {"x": (f"{end[0]}{start[1]}",), "y": (f"{start[0]}{end[1]}",)}.get(way, ())
                found.append(Step(seat=seat, marks=(Mark("last", (start, *corner, end)),)))
            case Judged(seat, doubters, true) if doubters:
                stamp = Stamp(tell(Say("true" if true else "false")), "true" if true else "lie")
                card = Item("judged.0.0", tell(Say("wine")), "wine", stamp=stamp)
                word = Panel("verdict", "verdict", text=stamp.text, tone="good" if true else "")
                payer, payee = (doubters[0], seat) if true else (seat, doubters[0])
                shown = (Row("judged", (card,)), word)
                pays = (Pay(payer, payee, 10, "10 M"),)
                found.append(Step(seat=seat, drum=True, areas=shown, pays=pays, hold=True, title=tell(Say("price"))))
    return tuple(found)


def said(game: AnyGame, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """One sentence an event."""
    from tests.browser.fifth import event as tell_event

    return tuple(tell_event(game, event) for event in events)
