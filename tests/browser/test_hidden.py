"""Hidden information: H1 to H8."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from malle import games
from malle.core import Luck, Seat, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.scene import DrawInput
from tests.browser.conftest import DOUBT, HIDDEN, NAMES, TWO, Open
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser


def test_h1_h5_h7_a_scene_has_the_same_bytes_in_all_worlds_a_viewer_cannot_tell_apart(house: Stage) -> None:
    """Every seat and the spectator, random games: the frame drawn from an imagined world equals the true one's. What happens
    later in the page (DOM, labels, time) is a function of these bytes."""
    import msgspec

    sheet = games.load_game_info("declarer")
    assert sheet.drawing is not None
    game = games.load_game("declarer")(4)
    luck = Luck(11)
    compared = 0
    for number in range(6):
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            for viewer in (None, *map(Seat, range(4))):

                def glance(world: object, viewer: Seat | None) -> DrawInput[Any]:
                    view = game.view(world, viewer)
                    legal = game.legal(world, viewer) if viewer is not None else ()
                    return DrawInput(viewer, view.turn, game.phase(view), view.now, legal)

                def drawn(world: object, viewer: Seat | None = viewer) -> bytes:
                    assert sheet.drawing is not None
                    own = None if viewer is None else sheet.drawing.seat_overlay(game, glance(world, viewer))
                    return msgspec.json.encode((sheet.drawing.shared_scene(game, glance(world, None)), own))

                other = game.imagine(game.view(state, viewer), luck)
                assert drawn(other) == drawn(state)
                compared += 1
            seat = turn.seats[0]
            action = sheet.robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
            state, entries = make_move(game, state, seat, action, luck.pick)
            # What a seat hears of others' cards is only what all hear.
            for viewer in map(Seat, range(4)):
                heard = [event for entry in entries for event in events_for_viewer(viewer, entry.events)]
                public = [event for entry in entries for event in events_for_viewer(None, entry.events)]
                own = [event for event in heard if event not in public]
                assert all(type(event).__name__ in ("CardSeen", "HandSeen", "GotAway") for event in own)
        if number == 0:
            assert compared > 100
    assert compared > 600


def test_h1_nothing_of_a_hidden_hand_is_anywhere_in_the_page(house: Stage, screen: Open) -> None:
    """Officer, neighbour and spectator of a hand with a watch: no frame, no HTML, no storage names it outside the tariff."""
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    for seat in (1, 3, None):
        looker = screen(table, seat, phone=False)
        for message in looker.received:
            if message["type"] == "state":
                spoken = json.dumps(
                    [message[part] for part in ("scene", "own", "heard", "log")], ensure_ascii=False
                ).lower()
                assert "watch" not in spoken
                assert "montre" not in spoken
        html = looker.script("""() => { const copy = document.documentElement.cloneNode(true);
            copy.querySelectorAll('.sprite, .tarif, .decl, #words').forEach((each) => each.remove()); return copy.outerHTML }""")
        assert "watch" not in html.lower()
        assert "montre" not in html.lower()
        kept = looker.script("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
        assert "watch" not in kept


def test_h2_h3_handles_are_fresh_and_backs_alike(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)

    def handles() -> set[str]:
        """The backs that all are shown, and the cards of whoever holds them: no card has the handle of a back."""
        frames = [json.loads(house.frame(table, seat)) for seat in (None, 0, 1, 2, 3)]
        (scene,) = {json.dumps(frame["scene"]) for frame in frames}
        rows = [json.loads(scene), *(frame["own"] for frame in frames if frame["own"])]
        found = [
            {item["id"] for area in row.get("areas", ()) if area["kind"] == "row" for item in area["items"]}
            for row in rows
        ]
        assert sum(map(len, found)) == len(set().union(*found)) == 8
        return set().union(*found)

    before = handles()
    house.act(table, 1, "believe")
    house.act(table, 3, "accept")
    assert not before & handles()
    camille = screen(table, 0)
    backs = [
        re.sub(
            r'(data-item|data-ref)="[^"]*"|style="[^"]*"|tabindex="[^"]*"', "", each.evaluate("each => each.outerHTML")
        )
        for each in camille.at(".play .thing").all()
    ]
    assert len(backs) == 4
    assert len(set(backs)) == 1


def test_h4_nothing_is_fetched_when_cards_are_turned(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    lea = screen(table, 1)
    for part in ("end", "drawers", "guide"):  # they come when the table is drawn, and what they need with them
        lea.until(f"performance.getEntriesByType('resource').some(({{name}}) => name.endsWith('/{part}.js'))")
    lea.page.wait_for_load_state("networkidle")
    before = len(lea.requests)
    house.act(table, 1, "search")
    lea.wait(".verdict")
    lea.page.wait_for_timeout(200)
    assert [url for url in lea.requests[before:] if "favicon" not in url] == []
    outside = [
        url for url in lea.requests if not url.startswith(house.address) and not url.startswith("ws://127.0.0.1")
    ]
    assert outside == []


def test_h6_frames_do_not_depend_on_anothers_secret_answer(house: Stage, screen: Open) -> None:
    """Two games that differ in one secret answer: the others get as many frames, of the same bytes."""
    got = []
    for answer in ("doubt", "trust"):
        table = set_up(house, "combinards", DOUBT)
        lookers = [screen(table, seat) for seat in (3, 2)]  # who asked, and who has not answered yet
        counts = [len(each.received) for each in lookers]
        house.act(table, 1, answer)
        for each, count in zip(lookers, counts, strict=True):
            while len(each.received) == count:
                each.page.wait_for_timeout(10)
        lookers[0].page.wait_for_timeout(150)
        news = [
            [{**message, "table": {**message["table"], "seal": ""}} for message in each.received[count:]]
            for each, count in zip(lookers, counts, strict=True)
        ]
        got.append((news, [each.sizes[count:] for each, count in zip(lookers, counts, strict=True)]))
    assert got[0][0] == got[1][0]
    assert [len(sizes) for sizes in got[0][1]] == [len(sizes) for sizes in got[1][1]] == [1, 1]


NOTE_MOTION = """
window.__moved = []; window.__styled = new Set(); window.__changes = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.__moved.push(JSON.stringify([this.tagName, this.getAttribute('class'), frames, options]));
  return animate.call(this, frames, options);
};
addEventListener('DOMContentLoaded', () =>
  new MutationObserver((records) => { window.__changes += records.length; })
    .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }));
const look = () => {
  for (const each of document.getAnimations())
    if (each.animationName) window.__styled.add(JSON.stringify([each.animationName, each.effect.getComputedTiming().duration, each.effect.getTiming().delay]));
  requestAnimationFrame(look);
};
look();
"""


def test_h7_what_moves_and_for_how_long_does_not_depend_on_a_secret(house: Stage, screen: Open) -> None:
    """A secret answer; cards handed on unseen; a figure that carries something or does not. For each, games that differ
    in the secret alone: as many frames of as many bytes, the same elements moved along the same ways for the same
    milliseconds, and as many changes of the page."""
    deals = [s for s in range(40) if house.table(house.set_up("declarer", NAMES, seed=s)).awaited == (Seat(2),)]
    hidden = [HIDDEN, tuple(f"hide {square}" for square in ("c13", "g13", "g13", "h12", "k13"))]
    passed = [house.set_up("declarer", NAMES, ("declare nothing", "believe"), seed=seed) for seed in deals[:3]]
    secrets: dict[str, list[tuple[str, int | None, str]]] = {
        "answer": [(set_up(house, "combinards", DOUBT), 3, text) for text in ("doubt", "trust")],
        "cards": [(table, None, "accept") for table in passed],
        "figure": [(house.set_up("chasse", TWO, moves), 1, "e13-e8") for moves in hidden],
    }
    for name, worlds in secrets.items():
        seen = []
        for table, viewer, text in worlds:
            looker = screen(table, viewer, motion=True, before=lambda page: page.add_init_script(NOTE_MOTION))
            looker.page.wait_for_timeout(300)
            frames = len(looker.received)
            looker.script("window.__moved = []; window.__styled = new Set(); window.__changes = 0")
            house.act(table, house.table(table).awaited[0], text)
            looker.page.wait_for_timeout(2500)
            sizes = [len(json.dumps(message)) for message in looker.received[frames:]]
            seen.append((sizes, looker.script("[window.__moved, [...window.__styled].sort(), window.__changes]")))
        sizes, (moved, _, changes) = seen[0]
        assert len(sizes) == 1, name
        assert moved or changes, name
        assert all(other == seen[0] for other in seen), name
        print(f"{name}: {sizes[0]} bytes, {len(moved)} moved, {changes} changes")


def test_h8_names_are_text_and_no_script_of_others_runs(house: Stage, screen: Open) -> None:
    evil = '<img src=x onerror="window.__evil=1">**[x](seat-1)'
    table = house.set_up("declarer", ("Camille", "Léa", evil, "Inès"), ("declare nothing", "believe"), seed=5)
    ines = screen(table, 3, phone=False)
    assert evil in ines.at('[data-seat="seat-3"] .name').inner_text()
    assert evil in ines.at(".prompt").inner_text()
    assert ines.at("img").count() == 0
    assert ines.script("window.__evil") is None
    answer = ines.page.request.get(f"{house.address}/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    ines.script(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.__evil = 2' }))"
    )
    assert ines.script("window.__evil") is None
    ines.errors.clear()
