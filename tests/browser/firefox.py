"""Firefox without a window, driven by WebDriver BiDi over one socket: pages, presses, and every address that is asked."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

QUIET = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutConfig.showWarning": False,
    "browser.safebrowsing.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""Firefox itself asks nothing of anybody."""


class Firefox:
    """A running Firefox with one page. `asked` has every address that pages and workers asked for, `wrong` every error."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["network.beforeRequestSent", "log.entryAdded"])
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("browsingContext.setViewport", context=self.page, viewport={"width": 390, "height": 844})

    def call(self, method: str, **given: Any) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            heard = json.loads(self.socket.recv(timeout=120))
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]
            if heard.get("method") == "network.beforeRequestSent":
                self.asked.append(heard["params"]["request"]["url"])
            elif heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.wrong.append(heard["params"]["text"] or "")

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def before(self, script: str) -> None:
        """Runs it in every page before the page's own scripts."""
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def evaluate(self, script: str) -> Any:
        """What an expression comes to, or the promise that it is."""
        told = f"Promise.resolve({script}).then(each => JSON.stringify(each ?? null))"
        target = {"context": self.page}
        found = self.call("script.evaluate", expression=told, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def until(self, script: str, seconds: float = 60) -> None:
        limit = time.monotonic() + seconds
        while not self.evaluate(script):
            assert time.monotonic() < limit, f"never true: {script}"

    def press(self, selector: str) -> bool:
        """Presses the middle of something as soon as it stands still, if it is still there."""
        place = f"""(async () => {{
            let before = "";
            for (;;) {{
                const found = document.querySelector({json.dumps(selector)});
                found?.scrollIntoView({{ block: "center", behavior: "instant" }});
                const box = found?.getBoundingClientRect();
                const at = box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
                if (before === String(at)) return at;
                before = String(at);
                await new Promise(requestAnimationFrame);
            }}
        }})()"""
        at = self.evaluate(place)
        if at:
            self.press_at(*at)
        return bool(at)

    def press_at(self, x: int, y: int) -> None:
        acts = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": acts}
        self.call("input.performActions", context=self.page, actions=[finger])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Debian's Firefox while the block runs, with a new profile in this folder."""
    program = shutil.which("firefox-esr")
    assert program, "install Debian's firefox-esr"
    prefs = (f'user_pref("{name}", {json.dumps(value)});' for name, value in QUIET.items())
    folder.mkdir()
    (folder / "user.js").write_text("\n".join(prefs), "utf-8")
    words = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    sign = "WebDriver BiDi listening on "
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            told = next(line for line in process.stderr if sign in line)
            with connect(f"{told.partition(sign)[2].strip()}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
