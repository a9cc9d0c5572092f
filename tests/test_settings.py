"""Every setting is checked at the start: what is wrong is told in one sentence that says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from malle.config.known_settings import READ_ELSEWHERE, TrackedEnviron
from malle.config.settings import read_config
from malle.core import Refused

SOURCE = Path(__file__).parents[1] / "src"
RIGHT = {
    "MALLE_DATABASES": "1=postgresql://malle_app:hidden@127.0.0.1/malle",
    "MALLE_KEY": "00" * 32,
    "MALLE_OWNER_PEOPLE": "postgresql://malle:hidden@127.0.0.1/malle",
}
WRONG = [
    ("MALLE_DATABASES", "", "MALLE_DATABASES is not set: `malle up` makes it"),
    ("MALLE_DATABASES", "postgresql://127.0.0.1/malle", "databases are written 1=postgresql://"),
    ("MALLE_DATABASES", "0=postgresql://127.0.0.1/malle", "databases are written 1=postgresql://"),
    ("MALLE_DATABASES", "1=mysql://hidden@127.0.0.1/malle", "mend MALLE_DATABASES"),
    ("MALLE_PEOPLE", "somewhere", "postgresql://name:password@host/database"),
    ("MALLE_KEY", "", "MALLE_KEY is not set: `malle up` makes it"),
    ("MALLE_KEY", "1234", "MALLE_KEY must be 64 hexadecimal digits"),
    ("MALLE_KEY", "1=" + "zz" * 32, "MALLE_KEY must be 64 hexadecimal digits"),
    ("MALLE_NATS", "127.0.0.1:4222", "MALLE_NATS is an address such as nats://127.0.0.1:4222"),
    ("MALLE_ADDRESS", "games.example", "MALLE_ADDRESS is where the site is, such as https://games.example"),
    ("MALLE_ADDRESS", "https://games.example/malle", "MALLE_ADDRESS is where the site is"),
    ("MALLE_PROXIES", "my-proxy", "MALLE_PROXIES has addresses and networks such as 10.0.0.0/8"),
    ("MALLE_METRICS", "9100", "MALLE_METRICS is an address such as 127.0.0.1:9100"),
    ("MALLE_RATE", "abc", "MALLE_RATE is a number such as 20"),
    ("MALLE_RATE", "-1", "MALLE_RATE is a number such as 20"),
    ("MALLE_HTTP_RATE", "nan", "MALLE_HTTP_RATE is a number such as 10"),
    ("MALLE_TABLES", "inf", "MALLE_TABLES is a number such as 120"),
    ("MALLE_SOCKETS", "2.5", "MALLE_SOCKETS is a whole number such as 300"),
    ("MALLE_WINDOW", "1,5", "MALLE_WINDOW is a number such as 1.5"),
    ("MALLE_PACE", "yes", "MALLE_PACE is 0 or 1"),
    ("MALLE_EXAMPLES", "all", "MALLE_EXAMPLES is 0 or 1"),
    ("MALLE_WITHOUT", "chess", "MALLE_WITHOUT names 'chess', which is none of"),
    ("MALLE_RESPONSIBLE", "Ann\nBob", "MALLE_RESPONSIBLE is one line of at most 300 characters, a name and an address"),
    ("MALLE_RESPONSIBLE", "x" * 301, "MALLE_RESPONSIBLE is one line of at most 300 characters"),
    ("MALLE_ZONE", "Paris", "MALLE_ZONE is a time zone such as Europe/Paris"),
    ("MALLE_MAIL", "mail.example", "MALLE_MAIL is a mail server such as smtp://"),
    ("MALLE_DATABASE", "1=postgresql://127.0.0.1/malle", "MALLE_DATABASE is no setting: did you mean MALLE_DATABASES?"),
    ("MALLE_ADRESS", "https://games.example", "MALLE_ADRESS is no setting: did you mean MALLE_ADDRESS?"),
    ("MALLE_QUUX", "1", "MALLE_QUUX is no setting: leave it out"),
]


def test_a_no_break_space_is_a_space() -> None:
    """Whoever copies an address from a page or a letter copies them too."""
    config = read_config({**RIGHT, "MALLE_RESPONSIBLE": "Club des Jeux\u202f, 3\u00a0rue du Port"})
    assert config.publisher == "Club des Jeux , 3 rue du Port"


@pytest.mark.parametrize(("name", "value", "told"), WRONG, ids=lambda each: each[:24])
def test_what_is_wrong_is_told_with_what_to_do(name: str, value: str, told: str) -> None:
    with pytest.raises(Refused) as error:
        read_config({**RIGHT, name: value})
    sentence = str(error.value)
    assert told in sentence
    assert "\n" not in sentence
    assert "hidden" not in sentence, "a password is in it"


def test_what_is_right_is_taken() -> None:
    assert read_config({**RIGHT, "MALLE_PROXIES": "127.0.0.1, 10.0.0.0/8", "HOME": "/"}).trusted_proxies
    assert read_config({**RIGHT, "MALLE_PACE": "0"}).robots_wait_for_readers is False


def test_every_setting_that_the_code_names_is_known() -> None:
    """Or nobody could set it: the list is made of what `read_config` asks for."""
    noting = TrackedEnviron(RIGHT)
    read_config(noting)
    named = {each for file in SOURCE.rglob("*.py") for each in re.findall(r"\bMALLE_[A-Z_]*[A-Z]\b", file.read_text())}
    assert named - noting.names_read - READ_ELSEWHERE == set()
