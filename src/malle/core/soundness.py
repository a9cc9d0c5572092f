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
    Act,
    Area,
    Ask,
    Board,
    Dice,
    Item,
    Own,
    Panel,
    Pick,
    Ref,
    Say,
    Scene,
    Setting,
    Target,
    Track,
)

T = TypeVar("T")

MOST_BYTES = 24_000
"""Size of a scene with a seat's overlay as JSON, before compression."""
MOST_SETTING_BYTES = 64_000
MOST_STEP_BYTES = 8_000
MOST_AREAS = 16
MOST_ITEMS = 240
MOST_ACTS = 400
MOST_TEXT = 400


def read_back(value: object, kind: type[T]) -> T:
    """Encode a drawn value and decode it as a client does, so that cached fragments are structs again."""
    return msgspec.json.decode(encode(value), type=kind)


def laid_over(scene: Scene, own: Own | None) -> Scene:
    """Return the scene that one seat sees. Decode both arguments with `decode_drawn` first. `None` leaves the
    scene as it is."""
    if own is None:
        return scene
    areas = {area.id: area for area in scene.areas if area.id not in own.hides}
    items = {item.id: item for item in own.items}
    areas = {id_: _with_items(area, items) for id_, area in areas.items()} | {area.id: area for area in own.areas}
    return msgspec.structs.replace(
        scene,
        prompt=own.prompt or scene.prompt,
        chips=own.chips or scene.chips,
        areas=tuple(areas.values()),
        ask=own.ask,
    )


def _with_items(area: Area, items: Mapping[str, Item]) -> Area:
    """Return the area with the overlay's items in place of those with the same id."""
    if isinstance(area, Panel | Track | Dice) or not items:
        return area
    return msgspec.structs.replace(area, items=tuple(items.get(item.id, item) for item in area.items))


def problems(scene: Scene, setting: Setting, seats: int) -> Iterator[str]:
    """Yield a sentence for each fault of a scene: too large, an id twice, a reference to nothing. A sound scene
    yields none."""
    if (size := len(msgspec.json.encode(scene))) > MOST_BYTES:
        yield f"the scene has {size} bytes, at most {MOST_BYTES} are allowed"
    if (size := len(msgspec.json.encode(setting))) > MOST_SETTING_BYTES:
        yield f"the setting has {size} bytes, at most {MOST_SETTING_BYTES} are allowed"
    if len(scene.chips) != seats:
        yield f"{len(scene.chips)} chips for {seats} seats"
    if len(scene.areas) > MOST_AREAS:
        yield f"{len(scene.areas)} areas, at most {MOST_AREAS} are allowed"
    items = [item for area in scene.areas for item in items_of(area)]
    if len(items) > MOST_ITEMS:
        yield f"{len(items)} items, at most {MOST_ITEMS} are allowed"
    ids = Counter([*(area.id for area in scene.areas), *(item.id for item in items)])
    yield from (f"the id {each!r} is there twice" for each in sorted(each for each in ids if ids[each] > 1))
    grounds = {ground.id: ground for ground in setting.grounds}
    known = {*ids, *(f"seat-{seat + 1}" for seat in range(seats))}
    known |= {f"{ground.id}/{cell.id}" for ground in setting.grounds for cell in ground.cells}
    for area in scene.areas:
        if isinstance(area, Board):
            if area.id not in grounds:
                yield f"there is no ground {area.id!r}"
                continue
            cells = {cell.id for cell in grounds[area.id].cells}
            at = [*(item.at for item in area.items), *(cell for mark in area.marks for cell in mark.at)]
            yield from (f"{area.id} has no square {cell!r}" for cell in sorted({*at} - cells))
    words = {composer.id: {row.word for row in composer.rows} for composer in setting.composers}
    yield from _ask_problems(scene.ask, known, words)


def items_of(area: Area) -> tuple[Item, ...]:
    """Return the items of an area; empty for areas that have none."""
    return () if isinstance(area, Panel | Track | Dice) else area.items


def acts_of(ask: Ask) -> Iterator[Act]:
    """Yield every action that is offered one by one: under picks, on buttons, as candidates, and beside a
    composer.

    Claims made with counters and numbers that are typed are not listed.
    """
    for pick in ask.picks:
        yield from pick.acts
        for target in targets_of(pick):
            yield from target.acts
    yield from (button.act for button in ask.buttons)
    if ask.choose is not None:
        yield from (candidate.act for candidate in ask.choose.of)
    if ask.compose is not None:
        yield from (button.act for button in ask.compose.other)


def targets_of(pick: Pick) -> tuple[Target, ...]:
    """Return the targets of a pick. Its `ways` are expanded into targets with one action for each route."""
    found: dict[Ref, list[Act]] = {target.to: list(target.acts) for target in pick.targets}
    for ways in pick.ways:
        for way in ways.to:
            squares = (ways.at, *way.split())
            acts = found.setdefault(f"{ways.board}/{squares[-1]}", [])
            text = "-".join(squares if acts else (squares[0], squares[-1])).lower()
            acts.append(Act(text, note=ways.note, route=squares))
    return tuple(Target(to, tuple(acts)) for to, acts in found.items())


def _ask_problems(ask: Ask | None, known: set[str], composers: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield a sentence for each fault of what a seat is offered. `known_refs` has all ids; `composers` the words of
    each composer."""
    if ask is None:
        return
    acts = list(acts_of(ask))
    if len(acts) > MOST_ACTS:
        yield f"{len(acts)} acts, at most {MOST_ACTS} are allowed"
    if not acts and ask.compose is None and ask.price is None:
        yield "an ask without anything to do"
    picks = [(pick, targets_of(pick)) for pick in ask.picks]
    refs = {pick.what for pick, _ in picks} | {target.to for _, targets in picks for target in targets}
    refs |= {ref for why in ask.why for ref in why.what}
    refs |= {ref for ref, _ in ask.compose.things} if ask.compose is not None else set()
    if (choose := ask.choose) is not None:
        refs |= {candidate.what for candidate in choose.of} | ({choose.tray} if choose.tray else set())
        if not 0 < choose.n <= sum(candidate.most for candidate in choose.of):
            yield f"{choose.n} are to be chosen, which cannot be"
    yield from (f"there is nothing called {ref!r}" for ref in sorted(refs - known))
    yield from (f"{pick.what!r} leads nowhere" for pick, targets in picks if not pick.acts and not targets)
    if ask.compose is not None and ask.compose.composer not in composers:
        yield f"there is no composer {ask.compose.composer!r}"
    elif ask.compose is not None:
        words = {word for _, word in ask.compose.things} - composers[ask.compose.composer]
        yield from (f"no counter is called {word!r}" for word in sorted(words))


def texts_of(value: object) -> Iterator[Say]:
    """Yield every message in a decoded drawing. Messages that are arguments of another message are not yielded."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Say):
            yield each
        elif isinstance(each, tuple):
            waiting += each[::-1]
        elif isinstance(each, Struct):
            waiting += msgspec.structs.astuple(each)[::-1]
