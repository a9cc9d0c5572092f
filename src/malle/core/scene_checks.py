"""Checks on what games draw: not too large, no id twice, no reference to nothing.

Cached fragments are JSON already, so these functions judge what a client receives. `decode_drawn` decodes it,
and `apply_overlay` combines the shared scene and a seat's overlay as the client does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from malle.core.codec import encode
from malle.core.scene import (
    Area,
    Board,
    Choice,
    ChoiceTree,
    Dice,
    Item,
    Message,
    Panel,
    Pick,
    Ref,
    Scene,
    SeatOverlay,
    StaticScene,
    Target,
    Track,
)

T = TypeVar("T")

MAX_SCENE_BYTES = 24_000
"""Size of a scene with a seat's overlay as JSON, before compression."""
MAX_STATIC_SCENE_BYTES = 64_000
MAX_ANIMATION_BYTES = 8_000
MAX_AREAS = 16
MAX_ITEMS = 240
MAX_CHOICES = 400
MAX_TEXT_LENGTH = 400


def decode_drawn(value: object, kind: type[T]) -> T:
    """Encode a drawn value and decode it as a client does, into a `kind`. Cached fragments become
    structs again."""
    return msgspec.json.decode(encode(value), type=kind)


def apply_overlay(scene: Scene, overlay: SeatOverlay | None) -> Scene:
    """Return the scene that one seat sees: the shared scene with the seat's overlay. `None` leaves
    the scene as it is. Decode both arguments with `decode_drawn` first."""
    if overlay is None:
        return scene
    areas = {area.id: area for area in scene.areas if area.id not in overlay.hides}
    items = {item.id: item for item in overlay.items}
    areas = {id_: _replace_items(area, items) for id_, area in areas.items()} | {
        area.id: area for area in overlay.areas
    }
    return msgspec.structs.replace(
        scene,
        prompt=overlay.prompt or scene.prompt,
        chips=overlay.chips or scene.chips,
        areas=tuple(areas.values()),
        ask=overlay.ask,
    )


def _replace_items(area: Area, items: Mapping[str, Item]) -> Area:
    """Return the area with each item of `items` (by id) in place of the area's item with the same
    id. Areas that hold no items stay as they are."""
    if isinstance(area, Panel | Track | Dice) or not items:
        return area
    return msgspec.structs.replace(area, items=tuple(items.get(item.id, item) for item in area.items))


def find_scene_faults(scene: Scene, static_scene: StaticScene, seats: int) -> Iterator[str]:
    """Yield a sentence for each fault of a scene or its static scene, such as: too large, an id
    twice, a reference to nothing. A sound scene yields none. Decode both with `decode_drawn`
    first."""
    if (size := len(msgspec.json.encode(scene))) > MAX_SCENE_BYTES:
        yield f"the scene has {size} bytes, at most {MAX_SCENE_BYTES} are allowed"
    if (size := len(msgspec.json.encode(static_scene))) > MAX_STATIC_SCENE_BYTES:
        yield f"the setting has {size} bytes, at most {MAX_STATIC_SCENE_BYTES} are allowed"
    if len(scene.chips) != seats:
        yield f"{len(scene.chips)} chips for {seats} seats"
    if len(scene.areas) > MAX_AREAS:
        yield f"{len(scene.areas)} areas, at most {MAX_AREAS} are allowed"
    items = [item for area in scene.areas for item in items_of(area)]
    if len(items) > MAX_ITEMS:
        yield f"{len(items)} items, at most {MAX_ITEMS} are allowed"
    ids = Counter([*(area.id for area in scene.areas), *(item.id for item in items)])
    yield from (f"the id {each!r} is there twice" for each in sorted(each for each in ids if ids[each] > 1))
    grounds = {ground.id: ground for ground in static_scene.grounds}
    known = {*ids, *(f"seat-{seat + 1}" for seat in range(seats))}
    known |= {f"{ground.id}/{cell.id}" for ground in static_scene.grounds for cell in ground.cells}
    for area in scene.areas:
        if isinstance(area, Board):
            if area.id not in grounds:
                yield f"there is no ground {area.id!r}"
                continue
            cells = {cell.id for cell in grounds[area.id].cells}
            at = [*(item.at for item in area.items), *(cell for mark in area.marks for cell in mark.at)]
            yield from (f"{area.id} has no square {cell!r}" for cell in sorted({*at} - cells))
    words = {composer.id: {row.word for row in composer.rows} for composer in static_scene.composers}
    yield from _find_choice_faults(scene.ask, known, words)


def items_of(area: Area) -> tuple[Item, ...]:
    """Return the items of an area; empty for a panel, a track and dice."""
    return () if isinstance(area, Panel | Track | Dice) else area.items


def choices_of(tree: ChoiceTree) -> Iterator[Choice]:
    """Yield every action that is offered one by one: under picks, on buttons, as candidates, and
    beside a composer.

    Claims composed with counters, and numbers that are typed, are not listed.
    """
    for pick in tree.picks:
        yield from pick.acts
        for target in targets_of(pick):
            yield from target.acts
    yield from (button.act for button in tree.buttons)
    if tree.choose is not None:
        yield from (candidate.act for candidate in tree.choose.of)
    if tree.compose is not None:
        yield from (button.act for button in tree.compose.other)


def targets_of(pick: Pick) -> tuple[Target, ...]:
    """Return all targets of a pick. Its `ways` (routes on a board) become targets too, with one
    action for each route."""
    found: dict[Ref, list[Choice]] = {target.to: list(target.acts) for target in pick.targets}
    for ways in pick.ways:
        for way in ways.to:
            squares = (ways.at, *way.split())
            acts = found.setdefault(f"{ways.board}/{squares[-1]}", [])
            text = "-".join(squares if acts else (squares[0], squares[-1])).lower()
            acts.append(Choice(text, note=ways.note, route=squares))
    return tuple(Target(to, tuple(acts)) for to, acts in found.items())


def _find_choice_faults(
    tree: ChoiceTree | None, known_refs: set[str], composers: Mapping[str, set[str]]
) -> Iterator[str]:
    """Yield a sentence for each fault of what a seat is offered; none if `tree` is `None`.
    `known_refs` has everything that may be referred to. `composers` has the words of each
    composer's counters, by its id."""
    if tree is None:
        return
    acts = list(choices_of(tree))
    if len(acts) > MAX_CHOICES:
        yield f"{len(acts)} acts, at most {MAX_CHOICES} are allowed"
    if not acts and tree.compose is None and tree.price is None:
        yield "an ask without anything to do"
    picks = [(pick, targets_of(pick)) for pick in tree.picks]
    refs = {pick.what for pick, _ in picks} | {target.to for _, targets in picks for target in targets}
    refs |= {ref for why in tree.why for ref in why.what}
    refs |= {ref for ref, _ in tree.compose.things} if tree.compose is not None else set()
    if (choose := tree.choose) is not None:
        refs |= {candidate.what for candidate in choose.of} | ({choose.tray} if choose.tray else set())
        if not 0 < choose.n <= sum(candidate.most for candidate in choose.of):
            yield f"{choose.n} are to be chosen, which cannot be"
    yield from (f"there is nothing called {ref!r}" for ref in sorted(refs - known_refs))
    yield from (f"{pick.what!r} leads nowhere" for pick, targets in picks if not pick.acts and not targets)
    if tree.compose is not None and tree.compose.composer not in composers:
        yield f"there is no composer {tree.compose.composer!r}"
    elif tree.compose is not None:
        words = {word for _, word in tree.compose.things} - composers[tree.compose.composer]
        yield from (f"no counter is called {word!r}" for word in sorted(words))


def messages_of(value: object) -> Iterator[Message]:
    """Yield every message in a decoded drawing, in order. Messages that are arguments of another
    message are not yielded."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Message):
            yield each
        elif isinstance(each, tuple):
            waiting += each[::-1]
        elif isinstance(each, Struct):
            waiting += msgspec.structs.astuple(each)[::-1]
