"""Liar's dice, drawn: cups and the last bid before all, one's own dice, and all dice after a call."""

from msgspec.structs import replace

from malle.core import Event, Message, Over, PlayerRef, Viewer, scene
from malle.core.fragment_cache import cached_fragment
from malle.core.message import ending_message
from malle.core.story import GameEvents
from malle_liar import event_messages
from malle_liar.event_messages import dice
from malle_liar.rules import Bid, BidMade, Called, DieRolled, Liar, Now

COLOURS = scene.Colours(
    day=scene.Palette("#DCE6EA", "#C3D3DA", "#1E4A5A", "#FFFDF7", "#B5472A", "#E8B23A"),
    night=scene.Palette("#12242B", "#1D3640", "#9CC9D8", "#0E1B20", "#B5472A", "#E8B23A"),
)


def static_scene(game: Liar, viewer: Viewer) -> scene.StaticScene:
    """What never changes: the game's name, and how many dice it is played with."""
    return scene.StaticScene(Message("title"), (Message("screen-each", {"n": game.numbers.dice}),))


def shared_scene(game: Liar, draw_input: scene.DrawInput[Now]) -> scene.Scene:
    """What all see: how many dice are under the cups, and the last bid."""
    now = draw_input.now.table
    statuses = tuple(scene.PlayerStatus(Message("screen-dice", {"n": number}), out=not number) for number in now.dice)
    if isinstance(draw_input.turn, Over):
        return scene.Scene(ending_message(draw_input.turn), "over", statuses)
    cups = scene.Pile("cups", "cup", Message("screen-dice", {"n": sum(now.dice)}), Message("screen-cups"))
    bids = [] if now.last is None else [_bid(now.last)]
    prompt = Message("prompt-answer" if now.last else "prompt-bid", {"seat": PlayerRef(now.turn)})
    return scene.Scene(prompt, "play", statuses, (cups, *bids), ring=tuple(range(game.seats)))


def final(game: Liar, draw_input: scene.DrawInput[Now], events_by_entry: GameEvents) -> scene.Scene:
    """The final picture: the last call, with all cups open."""
    called = [event for events in events_by_entry for event in events if isinstance(event, Called)]
    return replace(shared_scene(game, draw_input), areas=(_bid(called[-1].last), *_lifted(called[-1])))


def _bid(last: BidMade) -> scene.Panel:
    """The last bid, on a slip."""
    line = scene.PanelLine(Message("screen-least", {"dice": dice(last.bid)}), symbol=f"die-{last.bid.face}")
    return scene.Panel("bid", "slip", Message("screen-bid", {"seat": PlayerRef(last.seat)}), lines=(line,))


def seat_overlay(game: Liar, draw_input: scene.DrawInput[Now]) -> scene.SeatOverlay | None:
    """What only one seat sees: its dice; and, when it is its turn, the faces to bid on."""
    if not draw_input.now.cup:
        return None
    lost = game.seats * game.numbers.dice - sum(draw_input.now.table.dice)
    mine = scene.Tray("cup", _dice("cup", lost, draw_input.now.cup), Message("screen-cup"), private=True, back="cup")
    if not draw_input.legal:
        return scene.SeatOverlay(areas=(mine,))
    faces = _dice("faces", 0, tuple(range(1, game.numbers.faces + 1)))
    every = scene.Tray("all", faces, Message("screen-faces"))
    return scene.SeatOverlay(areas=(mine, every), ask=_ask(game, draw_input))


@cached_fragment
def _dice(area: str, epoch: int, faces: tuple[int, ...], lit: int = 0) -> tuple[scene.Item, ...]:
    """Dice side by side; all but the lit face are dim, if there is one."""
    return tuple(
        scene.Item(scene.item_id(area, epoch, at), dice(Bid(1, face)), f"die-{face}", "tile", dim=lit not in (0, face))
        for at, face in enumerate(faces)
    )


def _ask(game: Liar, draw_input: scene.DrawInput[Now]) -> scene.ChoiceTree:
    """A face is picked, then how many of it; or the last bidder is called a liar."""
    choices: dict[int, list[scene.Choice]] = {}
    for bid in (each for each in draw_input.legal if isinstance(each, Bid)):
        choice = scene.Choice(game.write(bid), Message("screen-least", {"dice": dice(bid)}))
        choices.setdefault(bid.face, []).append(choice)
    stakes = (Message("screen-true-stake"), Message("screen-lie-stake"))
    call = scene.Button(scene.Choice("call"), Message("screen-call"), stakes)
    return scene.ChoiceTree(
        verb=Message("screen-verb"),
        picks=tuple(scene.Pick(scene.item_id("faces", 0, face - 1), acts=tuple(choices[face])) for face in choices),
        buttons=(call,) if draw_input.now.table.last else (),
        other=Message("screen-more"),
    )


def animations(game: Liar, events: tuple[Event, ...]) -> tuple[scene.Animation, ...]:
    """A call lifts all cups."""
    found = []
    for event in (each for each in events if isinstance(each, Called)):
        areas, title = _lifted(event), event_messages.event_message(game, event)
        found.append(scene.Animation(event.seat, drum=True, areas=areas, hold=True, title=title))
    return tuple(found)


def _lifted(event: Called) -> tuple[scene.Area, ...]:
    """All dice, those of the bid bright; and whether it was true."""
    lit, lie = event.last.bid.face, event.loser == event.last.seat
    cups = ((seat, _dice(f"cup-{seat}", 0, cup, lit)) for seat, cup in enumerate(event.cups) if cup)
    rows = (scene.Row(f"lifted-{seat}", items, Message("name", {"seat": PlayerRef(seat)})) for seat, items in cups)
    text, tone = Message("screen-lie" if lie else "screen-true"), "bad" if lie else "good"
    return (*rows, scene.Panel("verdict", "verdict", text=text, tone=tone))


def log_messages(game: Liar, events: tuple[Event, ...]) -> tuple[Message, ...]:
    """The log: one sentence an event, but one for all dice that were rolled."""
    rolled = tuple(event.face for event in events if isinstance(event, DieRolled))
    others = [event_messages.event_message(game, event) for event in events if not isinstance(event, DieRolled)]
    return (*others, Message("table-cup", {"dice": event_messages.listed(rolled)})) if rolled else tuple(others)
