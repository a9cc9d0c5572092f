"""The first screen of the page that plays, what is said while files come, and every way in which its start can fail."""

from __future__ import annotations

import http.server
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from typing import ClassVar

import pytest
from bench.play_page import Line, serving
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import FLAGS, LAPTOP, NO_TIPS, PHONE
from tests.browser.test_play_page import GAMES, Plain, built

pytestmark = pytest.mark.browser

DEALT = 60_000
PYTHON = re.compile(r"python-|malle\.zip|worker")
LAID = "[...document.querySelectorAll('.prompt, .players, .play, .sheet')].map((each) => each.innerText)"
HELD_WORKER = (
    "window.Worker = class extends Worker { constructor(...given) { super(...given); window.__worker = this; } };"
)


class Faulty(Plain):
    """Cuts a file, or stops in the middle of it."""

    cut: ClassVar[set[str]] = set()
    """Ends of addresses whose file is cut short, once each."""
    always = False
    flowing = threading.Event()

    def copyfile(self, source: object, outputfile: object) -> None:
        data: bytes = source.read()  # type: ignore[attr-defined]
        if re.search(r"\.(zip|wasm|mjs)(\.gz)?$", self.path):
            found = next((each for each in Faulty.cut if self.path.endswith(each)), None)
            if found:
                Faulty.cut -= set() if Faulty.always else {found}
                outputfile.write(data[: len(data) // 2])  # type: ignore[attr-defined]
                self.close_connection = True
                return
            Faulty.flowing.wait(60)
        outputfile.write(data)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the folder, from a server that fails as it is told to."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(built(), root / "malle")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Faulty, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/malle"
        server.shutdown()


@pytest.fixture
def site(folder: str) -> Iterator[str]:
    """The folder from a server without faults so far."""
    Faulty.cut, Faulty.always = set(), False
    Faulty.flowing.set()
    yield folder
    Faulty.flowing.set()


class Opened:
    """A first screen, and what was asked for."""

    def __init__(self, browser: Browser, address: str, script: str = "", *, phone: bool = True) -> None:
        self.context = browser.new_context(**(PHONE if phone else LAPTOP))
        self.context.set_default_timeout(DEALT)
        self.context.add_init_script(NO_TIPS)
        if script:
            self.context.add_init_script(script)
        self.asked: list[str] = []
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page: Page = self.context.new_page()
        self.page.goto(address)
        self.page.wait_for_selector(".first .play .mid", state="attached")

    def press(self) -> None:
        self.page.click("#play")
        self.page.wait_for_selector("body:not(.first) .prompt")

    def deal(self) -> None:
        """Until the worker's first scene."""
        self.page.wait_for_selector(".loading.none", state="attached")
        expect(self.page.locator(".trouble")).to_have_count(0)

    def trouble(self, sentence: str) -> None:
        """One sheet says it, and the table stays."""
        heading = self.page.locator(".trouble[role=alert] h2")
        expect(heading).to_have_text(sentence, timeout=DEALT)
        expect(heading).to_be_focused()
        assert self.page.locator(".player").count() > 1

    @property
    def python(self) -> list[str]:
        return [each for each in self.asked if PYTHON.search(each)]


@pytest.mark.long
def test_the_first_screen_asks_for_no_python_and_a_browser_that_refuses_it_is_told(site: str, browser: Browser) -> None:
    """A hand lies there before anything is fetched; at the press the browser's refusal is known at once."""
    opened = Opened(browser, f"{site}/index.html", "delete window.WebAssembly;")
    page = opened.page
    assert page.locator(".games a").count() == len(GAMES)
    assert page.locator(".own .cardface").count() == 4
    assert page.locator("#app").evaluate("app => app.inert")
    expect(page.locator("#play small")).to_have_text(re.compile(r"^\d+,\d Mo une fois"))
    hand = page.locator(".own").inner_text()
    opened.press()
    opened.trouble("Ce navigateur refuse WebAssembly.")
    assert page.locator(".own").inner_text().endswith(hand.splitlines()[-1])
    page.goto(f"{site}/index.html")
    page.click('.games a[data-game="chasse"]')
    page.wait_for_selector(".first .board")
    page.click(".langs a")
    expect(page.locator(".lid h1")).to_have_text("Four games out of print, and robots to lie to.")
    page.wait_for_selector(".first .board")
    page.click(".several summary")
    expect(page.locator(".several input").first).to_be_visible()
    assert opened.python == []
    opened.context.close()


@pytest.mark.long
def test_the_link_of_a_refused_deal_leads_to_it_elsewhere(site: str, browser: Browser) -> None:
    """Where Python is refused, the lesson is at hand, and the link has the deal: another browser shows the same hand."""
    opened = Opened(browser, f"{site}/declarer.en.html", "delete window.WebAssembly;")
    opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened.page
    opened.press()
    hand = page.locator(".own .cardface").all_inner_texts()
    page.get_by_role("button", name="Copy the link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Lesson").click()
    page.locator(".learn .says").wait_for()
    opened.context.close()
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector(".own .cardface", timeout=DEALT)
    assert other.locator(".own .cardface").all_inner_texts() == hand
    context.close()


@pytest.mark.long
def test_an_address_names_game_language_and_edition(site: str, browser: Browser) -> None:
    context = browser.new_context(**LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{site}/index.html#game=combinards&language=en&seats=2&edition=goal:short,rounds:20&level=wily")
    page.wait_for_selector(".loading.none", state="attached", timeout=DEALT)
    for agreed in ("The Jolly Wheeler-Dealers", "Robots: wily", "Goal: 300 M", "20 rounds"):
        expect(page.locator("body")).to_contain_text(agreed, timeout=DEALT)
    context.close()


@pytest.mark.long
def test_a_slow_line_offers_the_lesson_which_no_table_interrupts(browser: Browser) -> None:
    """The answer that was given before is played when the learner comes back to the table."""
    line = Line(bits=10e6)
    with serving(built(), line) as site:
        opened = Opened(browser, f"{site}/declarer.en.html")
        page = opened.page
        opened.press()
        expect(page.locator("p.slow")).to_have_text("Your line is slow. The lesson is here already.", timeout=DEALT)
        page.click(".go")
        expect(page.locator(".slow.answered p")).to_have_text(re.compile("^About [1-9][05]? seconds more"))
        drawn = page.locator(".own:visible").inner_text()
        page.get_by_role("button", name="Take the lesson meanwhile").click()
        page.locator(".learn .says").wait_for()
        expect(page.locator(".confirm.kept, .loading:visible")).to_have_count(0)
        said = page.locator(".learn .says").inner_text()
        line.bits = 0
        expect(page.locator(".to-table [role=status]")).to_have_text("The table is ready", timeout=DEALT)
        assert page.locator(".learn .says").inner_text() == said
        assert page.locator(".own:visible").inner_text() != drawn
        page.click(".to-table button")
        expect(page.locator(".strip")).to_contain_text("You have nothing to declare.", timeout=DEALT)
        expect(page.locator(".learn .says, .confirm.kept, .slow")).to_have_count(0)
        opened.context.close()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_on_from_the_scene_that_is_drawn(site: str, browser: Browser, game: str) -> None:
    for phone in (True, False):
        opened = Opened(browser, f"{site}/{game}.en.html", phone=phone)
        page = opened.page
        assert opened.python == []
        opened.press()
        page.wait_for_function("() => document.querySelector('.prompt').innerText.includes('Your turn')")
        drawn = page.evaluate(LAID)
        opened.deal()
        assert page.evaluate(LAID) == drawn
        opened.context.close()


@pytest.mark.long
def test_a_choice_made_while_files_come_is_kept_and_played_once(site: str, browser: Browser) -> None:
    Faulty.flowing.clear()
    opened = Opened(browser, f"{site}/declarer.fr.html")
    page = opened.page
    opened.press()
    expect(page.locator(".loading [role=status]")).to_have_text("On apporte la malle")
    assert re.match(r"\d+,\d sur \d+,\d Mo", page.get_by_role("progressbar").get_attribute("aria-valuetext") or "")
    page.locator(".step button:not([disabled])").first.click()
    page.click(".go")
    expect(page.locator(".kept")).to_contain_text("Retenu : 1 vin")
    page.click(".kept .btn")
    expect(page.locator(".go")).to_contain_text("Déclarer")
    page.click(".go")
    Faulty.flowing.set()
    opened.deal()
    page.wait_for_function("() => document.body.innerText.includes('Vous déclarez')")
    assert page.locator(".kept").count() == 0
    opened.context.close()


@pytest.mark.long
def test_a_choice_for_another_deal_is_dropped_and_said(site: str, browser: Browser) -> None:
    """The file of first scenes belongs to other openings, as that of another build would."""

    def turned(route: Route) -> None:
        answer = route.fetch()
        made = answer.json()
        states = [each["state"] for each in made["scenes"]]
        for each, state in zip(made["scenes"], states[1:] + states[:1], strict=True):
            each["state"] = state
        route.fulfill(response=answer, json=made)

    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    context.add_init_script(NO_TIPS)
    context.set_default_timeout(DEALT)
    page = context.new_page()
    page.route("**/*.first.json", turned)
    page.goto(f"{site}/declarer.fr.html")
    page.wait_for_selector(".first .own .cardface")
    page.click("#play")
    page.click(".go")
    expect(page.locator(".notice")).to_contain_text("La donne a changé", timeout=DEALT)
    expect(page.locator(".go")).to_contain_text("Déclarer")
    context.close()


@pytest.mark.long
def test_without_a_network_the_page_goes_on_by_itself_when_it_is_back(site: str, browser: Browser) -> None:
    opened = Opened(browser, f"{site}/chasse.fr.html")
    opened.page.wait_for_load_state("networkidle")
    opened.context.set_offline(True)
    opened.press()
    opened.trouble("Pas de réseau, et rien de gardé ici.")
    opened.context.set_offline(False)
    opened.deal()
    opened.context.close()


@pytest.mark.long
def test_a_file_cut_short_is_asked_for_again_and_then_the_host_is_named(site: str, browser: Browser) -> None:
    Faulty.cut = {"malle.zip"}
    opened = Opened(browser, f"{site}/chasse.fr.html")
    opened.press()
    opened.deal()
    assert Faulty.cut == set()
    opened.context.close()
    Faulty.cut, Faulty.always = {"malle.zip"}, True
    opened = Opened(browser, f"{site}/chasse.fr.html")
    opened.press()
    opened.trouble("Un fichier arrive toujours coupé.")
    Faulty.cut = set()
    opened.page.click(".trouble .btn")
    opened.deal()
    opened.context.close()


@pytest.mark.long
def test_too_little_memory_is_told(site: str, browser: Browser) -> None:
    """A browser whose engine gives a module at most 4 MB."""
    kind = browser.browser_type
    small = kind.launch(
        executable_path=shutil.which("chromium-headless-shell"), args=[*FLAGS, "--js-flags=--wasm-max-mem-pages=64"]
    )
    opened = Opened(small, f"{site}/chasse.fr.html")
    opened.press()
    opened.trouble("Il n’y a plus assez de mémoire.")
    small.close()


@pytest.mark.long
def test_a_start_that_never_ends_is_told(site: str, browser: Browser) -> None:
    """A file stops in the middle; the page's clock is put on by half a minute."""
    Faulty.flowing.clear()
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    context.add_init_script(NO_TIPS)
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site}/chasse.fr.html")
    page.wait_for_selector(".first .play .mid", state="attached")
    page.click("#play")
    page.wait_for_selector(".loading progress")
    page.clock.fast_forward(11_000)
    expect(page.locator(".loading [role=status]")).to_have_text("On apporte la malle. C’est plus long que d’ordinaire")
    page.clock.fast_forward(20_000)
    expect(page.locator(".trouble h2")).to_have_text("Python n’a pas démarré.")
    Faulty.flowing.set()
    page.click(".trouble .btn")
    page.wait_for_selector(".loading.none", state="attached", timeout=DEALT)
    expect(page.locator(".trouble")).to_have_count(0)
    context.close()


@pytest.mark.long
def test_a_dead_worker_is_begun_again_from_the_log(site: str, browser: Browser) -> None:
    """No move is lost; the second time somebody is asked."""
    opened = Opened(browser, f"{site}/declarer.fr.html", HELD_WORKER)
    page = opened.page
    opened.press()
    opened.deal()
    held: list[Route] = []
    opened.context.route("**/malle.zip", lambda route: held.append(route))
    page.evaluate("window.__worker.terminate()")
    page.locator(".step button:not([disabled])").first.click()
    page.click(".go")
    expect(page.locator(".loading [role=status]")).to_contain_text("aucun coup n’est perdu", timeout=DEALT)
    for route in held:
        route.continue_()
    opened.context.unroute("**/malle.zip")
    opened.deal()
    page.wait_for_function("() => document.body.innerText.includes('Vous déclarez')")
    page.evaluate("window.__worker.terminate()")
    opened.trouble("Le moteur s’est arrêté.")
    page.click(".trouble .btn")
    opened.deal()
    assert "Vous déclarez" in page.locator("body").inner_text()
    opened.context.close()
