"""The end of a game in a browser: whoever looks is told what it is to them, before anything else."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from playwright.sync_api import Route

from malle.storage.store import person_of_token
from tests.browser.conftest import Open, Screen, every_look
from tests.browser.pictures import NAMES, set_up
from tests.browser.stage import Stage, token_of
from tests.browser.test_access import _axe

pytestmark = pytest.mark.browser

SAID = {
    "fr": ("Vous avez gagné.", "Vous avez perdu.", "{} a gagné."),
    "en": ("You won.", "You lost.", "{} won."),
}


WHOLE = """() => { const box = (one) => one.getBoundingClientRect(), result = box(document.querySelector('.result'));
    const parts = [...document.querySelectorAll('.final svg.board, .final .thing, .final .vd, .final .flat, .final h2')];
    const free = (one) => one.bottom <= result.top + 1 || one.right <= result.left + 1;
    const inside = (one) => one.left >= 0 && one.right <= innerWidth && free(one);
    return { parts: parts.length, cut: parts.filter((part) => !inside(box(part))).map((part) => part.className + box(part).bottom),
        result: result.bottom <= innerHeight, scrolls: document.documentElement.scrollWidth > innerWidth } }"""
"""Is all of the final picture over the result, or beside it, and the result on the first screen?"""


@pytest.mark.parametrize(
    ("game", "phone", "lang", "dark"),
    [
        ("declarer", True, "fr", False),
        ("combinards", False, "en", True),
        *(
            pytest.param(game, phone, lang, dark, marks=pytest.mark.long)
            for game in ("declarer", "chasse", "combinus", "combinards", "liar")
            for phone, lang, dark in (
                (True, "fr", True),
                (True, "en", False),
                (False, "fr", False),
                (False, "en", True),
            )
        ),
    ],
)
def test_the_final_picture_comes_first_and_is_whole(
    house: Stage, screen: Open, game: str, phone: bool, lang: str, dark: bool
) -> None:
    """At 390x844 and 1280x800 nothing of it is cut, the result lies over its edge, and everything else follows."""
    house.robots_play = False
    options = {"rounds": 2} if game == "combinards" else {}
    table = set_up(house, game, SimpleNamespace(seed=3, robots=-1, options=options))
    me = screen(table, 0, phone=phone, lang=lang, dark=dark)
    if not phone:
        me.page.set_viewport_size({"width": 1280, "height": 800})
    me.wait(".final :is(.thing, svg.board)")
    me.page.wait_for_load_state("networkidle")
    assert me.script("[...document.querySelector('.end-in').children].map((part) => part.classList[0]).slice(0, 3)") == [
        "final", "result", "acts",
    ]  # fmt: skip
    found = me.script(WHOLE)
    assert found["parts"]
    assert (found["cut"], found["result"], found["scrolls"]) == ([], True, False), found


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (1280, 800), (1024, 768), (844, 390), (640, 400), (320, 640)]
)
def test_the_result_covers_nothing_of_six_hands(house: Stage, screen: Open, width: int, height: int) -> None:
    """However little room there is, the result covers nothing of the picture; where there is enough, all of the picture is seen."""
    house.robots_play = False
    table = set_up(house, "combinards", SimpleNamespace(seed=3, robots=-1, options={"rounds": 2}), seats=6)
    me = screen(table, 0, phone=False)
    me.page.set_viewport_size({"width": width, "height": height})
    me.wait(".final svg.board")
    me.page.wait_for_load_state("networkidle")
    found = me.script(WHOLE)
    assert found["parts"] > 30
    assert (found["cut"], found["scrolls"]) == ([], False)
    assert height < 700 or me.script(
        "document.querySelector('.final .others').getBoundingClientRect().bottom <= innerHeight"
    )


def test_until_the_picture_has_come_its_place_is_kept(house: Stage, screen: Open) -> None:
    """The last scene is shown meanwhile; where that is empty the result does not jump much, and without a picture there is none."""
    house.robots_play = False
    table = set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1))
    me = screen(table, 0, before=lambda page: page.route("**/final", lambda route: None))
    me.wait(".final.waiting")
    assert me.script(WHOLE)["result"]
    other = screen(table, 1, before=lambda page: page.route("**/final", lambda route: route.fulfill(status=503)))
    other.wait(".end .scores")
    other.until("!document.querySelector('.final')")
    other.errors.clear()  # the browser's own complaint of a 503


def marks(me: Screen) -> list[str]:
    """The marks under the names."""
    return [str(use.get_attribute("href")) for use in me.at(".beats use").all()]


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("fr", True, True)))
def test_the_end_says_who_won_and_who_lost(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    """As the headline; the winner's row is marked, the laurel is theirs alone, and every place has its sum."""
    house.robots_play = False
    table = set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1))
    over = house.table(table).over
    assert over is not None
    winner, loser = over.places.index(1), over.places.index(max(over.places))
    name = NAMES[winner]
    for seat, said in zip((winner, loser, None), SAID[lang], strict=True):
        me = screen(table, seat, phone=phone, lang=lang, dark=dark)
        me.wait(".end .scores")
        assert me.text(".result .big") == said.format(name)
        assert me.at(".laurel").count() == (0 if seat == loser else 1)
        assert me.at(".scores .first").count() == 1
        assert [row.inner_text() for row in me.at(".scores .place").all()] == ["1", "2", "3", "4"]
        me.wait(".beats")
        assert me.at(".beats").count() == 4, "what each of them did, mark by mark"
        assert me.at(".key svg").count() == len({*marks(me)}), "and what the marks mean"
        assert _axe(me) == []


def test_the_story_is_asked_for_again_where_many_ask_at_a_time(house: Stage, screen: Open) -> None:
    house.robots_play = False
    me = screen(set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1)), 0)
    me.wait(".beats")
    busy = [429, 429]

    def answer(route: Route) -> None:
        route.fulfill(status=busy.pop(), headers={"retry-after": "1"}) if busy else route.continue_()

    me.page.route("**/story", answer)
    me.page.reload()
    me.wait(".beats")
    assert not busy
    me.errors.clear()  # the browser's own complaints of a 429


def test_what_one_dared_is_written_down_with_the_story(house: Stage, screen: Open) -> None:
    """As many lies that passed and that were caught as the marks under one's name say."""
    house.robots_play = False
    table = set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1))
    counted = 0
    for seat in range(4):
        me = screen(table, seat, lang="en")
        me.wait(".beats")
        row = me.at(f".scores li:has(.s{seat + 1}) .beats use").all()
        own = [str(use.get_attribute("href")) for use in row]
        passed, caught = (sum(each.endswith(f"m-{kind}") for each in own) for kind in ("passed", "caught"))
        results = house.call(house.house.store.game_history.results_of(person_of_token(token_of(table, seat))))
        assert [(each.well, each.ill) for each in results.values()] == [(passed, caught)]
        counted += passed + caught
    assert counted


def test_whoever_played_robots_alone_finds_stronger_ones(house: Stage, screen: Open) -> None:
    """One tap from the end, and chosen there already; where people played each other nothing is said of robots."""
    house.robots_play = False
    moment = SimpleNamespace(seed=3, robots=-1)
    me = screen(set_up(house, "chasse", moment, robots=(1,)), 0, lang="en")
    me.at(".end .acts a:has-text('Stronger robots')").click()
    me.page.wait_for_url("**/games/chasse?level=regular")
    assert me.at('form input[name="level"][value="regular"]:checked').count()
    two = screen(set_up(house, "chasse", moment), 0, lang="en")
    two.wait(".end .acts")
    assert "Stronger" not in two.text(".end .acts")


def test_how_to_be_known_elsewhere_is_said_once(house: Stage, screen: Open) -> None:
    """Under the end of the first game, as long as one looks at it; never at another, nor to whoever looks on."""
    house.robots_play = False
    moment = SimpleNamespace(seed=3, robots=-1)
    first, second = set_up(house, "chasse", moment), set_up(house, "chasse", moment, robots=(1,))
    me = screen(first, 0, lang="en")
    for _ in range(2):
        assert me.wait(".end .keep a").get_attribute("href") == "/me#kept"
        me.page.reload()
    me.page.goto(f"{house.address}/sit/{second}/0?lang=en")
    me.wait(".end .scores")
    assert me.at(".end .keep").count() == 0
    looking = screen(first, None, lang="en")
    looking.wait(".end .scores")
    assert looking.at(".end .keep").count() == 0


@pytest.mark.parametrize("sheet", [True, False], ids=["share sheet", "clipboard"])
def test_the_story_goes_out_as_text(house: Stage, screen: Open, sheet: bool) -> None:
    """Who won, every place, what was worth telling, and the way to the replay; nobody in it is "you"."""
    house.robots_play = False
    table = set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1))
    over = house.table(table).over
    assert over is not None
    keep = "async (sent) => { window.__sent = sent.text ?? sent }"
    fake = (
        f"Object.defineProperty(navigator, 'share', {{ value: {keep} }})"
        if sheet
        else f"delete Navigator.prototype.share; Object.defineProperty(navigator, 'clipboard', {{ value: {{ writeText: {keep} }} }})"
    )
    me = screen(table, over.places.index(1), before=lambda page: page.add_init_script(fake))
    me.wait(".facts h3")
    me.press(".end .share")
    me.until("window.__sent")
    lines = me.script("window.__sent").split("\n")
    assert lines[1] == f"{NAMES[over.places.index(1)]} a gagné."
    assert [line[0] for line in lines[2:6]] == ["1", "2", "3", "4"]
    assert len(lines) == 7 + me.at(".facts h3").count()
    assert lines[-1].endswith(f"/tables/{table}/replay#1")
    assert "vous" not in " ".join(lines).lower()
    assert ("Copié" in me.text(".end .share")) is not sheet


def test_no_button_of_the_end_has_two_lines_on_a_laptop(house: Stage, screen: Open) -> None:
    house.robots_play = False
    table = set_up(house, "combinus", SimpleNamespace(seed=3, robots=-1))
    for lang in ("fr", "en"):
        me = screen(table, 0, phone=False, lang=lang)
        me.wait(".end .acts .btn")
        for button in me.at(".end .acts .btn").all():
            box = button.bounding_box()
            assert box
            assert box["height"] <= 56, button.inner_text()
