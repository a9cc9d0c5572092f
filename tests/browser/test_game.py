"""A whole game on the real server: three people and a robot, four browsers, one of them only watching.

Camille taps on a phone, Léa has a keyboard and nothing else, Paul types his moves; in the middle Camille's network is cut for
twenty seconds. Everybody ends on the same result, and the record is verified by the command.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from malle.testing.timing import Timing
from tests.browser.conftest import LAPTOP, PHONE, WATCH, Screen
from tests.browser.real import Real
from tests.browser.test_acting import _focus

pytestmark = [pytest.mark.browser, pytest.mark.services]


def _open(browser: Browser, path: str, *, phone: bool) -> Screen:
    context = browser.new_context(**(PHONE if phone else LAPTOP), reduced_motion="reduce", locale="fr-FR")
    context.add_init_script(WATCH)
    context.set_default_timeout(15_000)
    page = context.new_page()
    made = Screen(context, page, phone)
    page.goto(path)
    return made


def _sit(browser: Browser, address: str, rounds: int) -> tuple[list[Screen], str]:
    """From the home page to the table: an invitation, two guests, a robot, a spectator."""
    camille = _open(browser, f"{address}/?lang=fr", phone=True)
    camille.press('.box[data-game="declarer"] > a')
    camille.press('.links a[href*="/options"]')
    camille.press(f'label:has(input[name="rounds"][value="{rounds}"])')
    if rounds:
        camille.press('label:has(input[name="short"][value="true"])')
    camille.press(".keep button")
    camille.at('input[name="name"]').fill("Camille")
    camille.press('button[value="friends"]')
    invitation = camille.wait("#invitation").get_attribute("href") or ""
    assert invitation.startswith(address)
    assert camille.at("#qr svg").count() == 1
    others = []
    for name, phone in (("Léa", False), ("Paul", False)):
        guest = _open(browser, invitation, phone=phone)
        guest.at('input[name="name"]').fill(name)
        guest.press("main button")
        others.append(guest)
    spectator = _open(browser, invitation.split("?")[0], phone=True)
    camille.wait("text=Paul")
    camille.press('button[value="robot 4"]')
    camille.wait(".rows .robot")
    camille.press('button[value="start"]')
    screens = [camille, *others, spectator]
    for each in screens:
        each.wait(".players")
    return screens, invitation.split("/tables/")[1].split("?")[0]


def _ask(player: Screen) -> dict[str, Any] | None:
    states = [message for message in player.received if message["type"] == "state"]
    last = states[-1]
    if last["viewer"] is None or last["viewer"] not in last["table"]["awaited"]:
        return None
    ask: dict[str, Any] | None = (last["own"] or {}).get("ask")
    return ask


def _over(player: Screen) -> bool:
    return any(message["type"] == "state" and message["table"]["over"] for message in player.received[-2:])


def _mend(camille: Screen, timing: Timing) -> None:
    """Her network is there again."""
    camille.context.set_offline(False)
    back = time.monotonic()
    camille.until("!document.querySelector('.lost')")
    timing("until a cut network is back", time.monotonic() - back, 2)


def _go_on(player: Screen, *, keys: bool = False) -> None:
    """Looks at what was revealed, however much it is, until there is something to do."""
    for _ in range(8):
        player.wait(".go-on, .answer, .composing, .thing.can")
        if not player.at(".go-on").count():
            return
        try:
            if keys:
                _focus(player, ".go-on")
                player.page.keyboard.press("Enter")
            else:
                player.press(".go-on")
        except (AssertionError, PlaywrightTimeout):
            if player.at(".go-on").count():
                raise
            continue  # a busy page had yet to go on by the key or the tap before this one
        player.page.wait_for_timeout(30)


def _by_tap(camille: Screen, luck: random.Random) -> None:
    _go_on(camille)
    if camille.at(".answer").count():
        camille.press(f".answer >> nth={luck.randrange(2)}")
    elif camille.at(".composing").count():
        if luck.random() < 0.7:
            camille.press(f".step >> nth={luck.randrange(7)} >> button:last-child")
        camille.press(".go")
    else:
        camille.press(".thing.can")
        camille.press(".go")


def _by_keyboard(lea: Screen, luck: random.Random) -> None:
    keys = lea.page.keyboard
    _go_on(lea, keys=True)
    if lea.at(".answer").count():
        _focus(lea, ".answer")
        if luck.random() < 0.4:
            keys.press("Tab")
        keys.press("Enter")
    elif lea.at(".composing").count():
        if luck.random() < 0.7:
            _focus(lea, '.step[aria-label="Vin"] button:last-child')
            keys.press("Space")
        _focus(lea, ".go")
        keys.press("Enter")
    else:
        _focus(lea, ".thing.can")
        keys.press("Enter")


def _by_text(paul: Screen, luck: random.Random, ask: dict[str, Any]) -> None:
    _go_on(paul)
    if not paul.at("#command").count():
        paul.press('[role=tab] >> text="Journal"')
    if ask.get("compose"):
        text = luck.choice(["declare nothing", "declare 1 watch", "declare wine", "claim bag"])
        text = "declare nothing" if ask["compose"]["most"] < 1 else text
    elif ask.get("buttons"):
        text = luck.choice(ask["buttons"])["act"]["text"]
    else:
        text = ask["picks"][0]["acts"][0]["text"]
    paul.at("#command").fill(text)
    paul.at("#command").press("Enter")


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(1, marks=pytest.mark.timeout(300)),
        pytest.param(0, marks=[pytest.mark.long, pytest.mark.timeout(1800)]),
    ],
)
def test_four_browsers_play_a_whole_game(
    real: Real, browser: Browser, tmp_path: Path, timing: Timing, rounds: int
) -> None:
    """With `rounds` 0 it is as long as the booklet has it, one round for each player."""
    address = real.address
    luck = random.Random(5)
    screens, table = _sit(browser, address, rounds)
    camille, lea, paul, spectator = screens
    done: dict[str, int] = {}
    cut_at = 0.0
    cut = False
    limit = time.monotonic() + (1500 if rounds == 0 else 240)
    while not _over(spectator):
        assert time.monotonic() < limit, f"not over after {done}"
        if not cut and "tap" in done:
            camille.context.set_offline(True)
            camille.wait(".lost")
            cut, cut_at = True, time.monotonic()
        if cut_at and time.monotonic() - cut_at >= 20:
            _mend(camille, timing)
            cut_at = 0.0
        moved = False
        for name, player in (("tap", camille), ("keys", lea), ("text", paul)):
            ask = _ask(player)
            if ask is None or (player is camille and cut_at):
                continue
            sent = len(player.acts())
            if name == "tap":
                _by_tap(player, luck)
            elif name == "keys":
                _by_keyboard(player, luck)
            else:
                _by_text(player, luck, ask)
            player.until("!document.querySelector('[data-pending]')")
            assert len(player.acts()) == sent + 1, f"{name} at {ask}"
            while _ask(player) == ask and not _over(player):
                player.page.wait_for_timeout(10)
            done[name] = done.get(name, 0) + 1
            moved = True
        if not moved:
            spectator.page.wait_for_timeout(30)
    if cut_at:  # she was not needed any more
        _mend(camille, timing)
    assert cut
    assert len(done) == 3, "in a round everybody has something to say"
    results = []
    for each in screens:
        if each.at(".go-on").count():
            each.press(".go-on")
        each.wait(".end .scores")
        results.append([" ".join(line.inner_text().split()) for line in each.at(".scores .num").all()])
        assert each.errors == [] or all("WebSocket" in error or "ERR_INTERNET" in error for error in each.errors), (
            each.errors
        )
    assert all(result == results[0] for result in results)
    answer = camille.page.request.get(f"{address}/tables/{table}/record")
    assert answer.ok
    record = tmp_path / "game.txt"
    record.write_text(answer.text(), "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "malle", "record", "verify", str(record)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    print(f"moves by {done}; {checked.stdout.strip().splitlines()[-1]}")
    for each in screens:
        each.context.close()
