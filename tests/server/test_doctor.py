"""`malle doctor` and what goes wrong at the start: one sentence each, what to do, and an exit code."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from malle.cli.instance import Instance
from malle.cli.main import main
from malle.cli.operator import doctor
from malle.cli.operator.reverse_proxy import nginx_file
from malle.i18n.operator_messages import EXIT_RETRY_LATER
from malle.testing.dev_services import Services
from malle.testing.tcp_proxy import make_certificate, running_nginx
from malle.testing.timing import Timing
from tests.server.command import told
from tests.server.nursery import Nursery, free_port

pytestmark = pytest.mark.services


def looked(capsys: pytest.CaptureFixture[str], folder: Path, port: int, language: str = "en") -> tuple[int, str]:
    """The doctor's exit code and lines."""
    code = main(["doctor", "--folder", str(folder), "--port", str(port), "--lang", language])
    return code, capsys.readouterr().out


@pytest.fixture
def house(tmp_path: Path, environment: dict[str, str]) -> Path:
    """A folder whose settings are those of the tests' services."""
    place = Instance(tmp_path / "house")
    place.create_folder()
    place.write_settings({name.removeprefix("MALLE_").lower(): value for name, value in environment.items()})
    return place.folder


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith("MALLE_")]:
        monkeypatch.delenv(name)


def test_a_house_that_is_well(house: Path, nursery: Nursery, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    nursery.start(port)
    (house / "backups").mkdir()
    (house / "backups" / "today.malle").touch()
    assert "today.malle, of today, never tried out" in looked(capsys, house, port)[1]
    Instance(house).mark_backup_verified(house / "backups" / "today.malle")
    place = house / "malle.toml"
    place.write_text(place.read_text() + f'address = "http://127.0.0.1:{port}"\n')
    code, said = looked(capsys, house, port)
    lines = {line[6:].split()[0]: line for line in said.splitlines() if not line.startswith("   ")}
    for about in ("settings", "database", "clock", "bus", "port", "address", "socket", "disk", "backup"):
        assert lines[about].startswith("ok"), said
    assert "FAIL" not in said
    assert code <= 1  # root is told not to be
    marks = [line[:6] for line in said.splitlines()[:-1]]
    in_french, said = looked(capsys, house, port, "fr")
    assert in_french == code
    assert [line[:6] for line in said.splitlines()[:-1]] == marks
    lines = {line[6:].split()[0]: line for line in said.splitlines() if not line.startswith("   ")}
    for about in ("réglages", "base", "horloge", "bus", "port", "adresse", "socket", "disque", "sauvegarde"):
        assert lines[about].startswith("ok"), said
    assert "today.malle, d’aujourd’hui" in lines["sauvegarde"]
    assert re.search(r"\d,\d\u00a0Go libres$", lines["disque"])


def test_a_front_that_does_not_say_how_visitors_come_is_told(
    house: Path,
    nursery: Nursery,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """nginx with TLS by our own file, and by one that lacks what people forget."""
    port, public = free_port(), free_port()
    address = f"https://localhost:{public}"
    nursery.start(port)
    tls = make_certificate(tmp_path / "tls", "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(tls / "fullchain.pem"))
    settings = house / "malle.toml"
    settings.write_text(settings.read_text() + f'address = "{address}"\n')
    lines = nginx_file(address, [port], certificate=str(tls))
    with running_nginx(tmp_path / "whole", lines, public):
        said = looked(capsys, house, port)[1]
        assert re.search("^ok +front ", said, re.MULTILINE), said
    less = "\n".join(line for line in lines.splitlines() if "X-Forwarded" not in line)
    assert less != lines.strip()
    with running_nginx(tmp_path / "less", less, public):
        said = looked(capsys, house, port)[1]
        assert re.search("^ok +address ", said, re.MULTILINE), said
        assert re.search("^warn +front .*\n +→ let it pass on X-Forwarded-Proto", said, re.MULTILINE), said
        assert f"`malle front caddy --address {address}` (or nginx) prints a file that does" in said
    silent = lines.replace("proxy_buffering off;", "proxy_buffering off;\n        proxy_hide_header x-malle-seen;")
    assert silent != lines
    with running_nginx(tmp_path / "before", silent, public):  # as where the server of the release before still runs
        said = looked(capsys, house, port)[1]
        assert re.search("^-  +front .* release before: .*\n +→ start the server again$", said, re.MULTILINE), said


def test_what_is_wrong_has_something_to_do(
    house: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A port that something else has, an address that leads elsewhere, a clock that is wrong, no mail, no backup."""

    class Late(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(minutes=5)

    monkeypatch.setattr(doctor, "datetime", Late)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        nowhere = free_port()
        place = house / "malle.toml"
        more = (
            f'address = "http://127.0.0.1:{nowhere}"\nmail = "smtp://127.0.0.1:{nowhere}"\nmail_from = "a@b.example"\n'
        )
        place.write_text(place.read_text().replace("nats = ", "contact = ") + more)
        code, said = looked(capsys, house, port)
        in_french = looked(capsys, house, port, "fr")
    assert code == 2
    lines = said.splitlines()
    for about in ("clock", "port", "address", "socket"):
        at = next(n for n, line in enumerate(lines) if line.startswith("FAIL") and line[6:].startswith(about))
        assert lines[at + 1].strip().startswith("→"), said
    for about in ("mail", "backup"):
        at = next(n for n, line in enumerate(lines) if line.startswith("warn") and line[6:].startswith(about))
        assert lines[at + 1].strip().startswith("→"), said
    assert "inside the process" in said
    stops = sum(line.startswith("FAIL") for line in lines)
    assert lines[-1].startswith(f"{stops} things stop people from playing, ")
    code, said = in_french
    assert code == 2
    assert [line[:6] for line in said.splitlines()[:-1]] == [line[:6] for line in lines[:-1]]
    for sentence in (
        "d’écart avec la base",
        "→ réglez les deux par le réseau\u00a0: timedatectl set-ntp true",
        f"{port} ne peut pas être écouté",
        "→ que le mandataire passe tout au serveur",
        f"pas de réponse\u00a0: 127.0.0.1, port {nowhere}",
        "→ malle backup (chaque nuit avec `malle up --install`)",
        f"{stops} choses empêchent de jouer, ",
    ):
        assert sentence in said


def test_nats_that_lets_nobody_in_is_told_without_the_password(
    house: Path, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    place = house / "malle.toml"
    place.write_text(
        place.read_text().replace(services.nats_url, f"nats://malle:hidden-word@127.0.0.1:{services.nats}")
    )
    _, said = looked(capsys, house, free_port())
    lines = said.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("warn") and line[6:].startswith("bus"))
    assert f"127.0.0.1:{services.nats}" in lines[at]
    assert lines[at + 1].strip().startswith("→"), said
    assert "hidden-word" not in said


def test_a_setting_that_is_wrong_is_the_doctors_first_word(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = house / "malle.toml"
    place.write_text(place.read_text() + 'adress = "https://games.example"\n')
    code, said = looked(capsys, house, free_port())
    assert code == 2
    assert "MALLE_ADRESS is no setting\n      → did you mean MALLE_ADDRESS?\n" in said
    code, said = looked(capsys, house, free_port(), "fr")
    assert code == 2
    assert "MALLE_ADRESS n’est pas un réglage\n      → vouliez-vous dire MALLE_ADDRESS\u00a0?\n" in said
    place.write_text(place.read_text().replace('adress = "https://games.example"', 'zone = "Paris"'))
    said = looked(capsys, house, free_port())[1]
    assert f"not 'Paris'\n      → correct it in {place}, or `malle set NAME VALUE`\n" in said
    place.write_text("key = [")
    code, said = looked(capsys, house, free_port())
    assert "cannot be read" in said
    assert "ne peut pas être lu" in looked(capsys, house, free_port(), "fr")[1]


def test_the_key_is_changed_by_hand(house: Path) -> None:
    """Whoever sets another one would lose every table in play."""
    code, said = told("set", "--folder", str(house), "key", "11" * 32)
    assert (code, f"change it by hand in {house / 'malle.toml'}, the new one beside the old one" in said) == (2, True)
    code, said = told("set", "--folder", str(house), "postgres", "x")
    assert (code, "the house made it for its own PostgreSQL" in said) == (2, True)


def test_a_key_that_was_copied_wrong_is_to_be_copied_again(tmp_path: Path) -> None:
    """A command that makes a new one stood there: whoever followed it lost every table in play."""
    short = "1" * 63
    for language, sentence in (
        ("en", "copy it again, digit by digit, from where you keep it; a new one opens none of your tables"),
        ("fr", "une nouvelle n’ouvrirait aucune de vos tables"),
    ):
        words = ("restore", "--folder", str(tmp_path / "none"), str(tmp_path / "backup"), "--lang", language)
        code, said = told(*words, MALLE_KEY=short)
        assert (code, sentence in said) == (2, True), said
        assert "secrets" not in said
    code, said = told("robots", MALLE_ROBOTS_KEY=f"1={short}")
    assert (code, "`malle robots --print-key` prints it" in said) == (2, True), said
    code, said = told("robots", "--print-key")
    assert (code, "MALLE_KEY is not set" in said) == (2, True), said


@pytest.fixture
def full() -> Iterator[Path]:
    """A disk with next to no room."""
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="malle-full-"))
    folder.chmod(0o755)
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=755", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root can make a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)
    folder.rmdir()


def test_a_full_disk_is_told(full: Path, capsys: pytest.CaptureFixture[str], timing: Timing) -> None:
    """By the command that would fill it, in one sentence that says what to do, and by the doctor. Nothing half made is
    left in the way."""
    for language, sentence in (("en", "make some, or choose another place with --folder"), ("fr", "faites-en, ou ")):
        began = time.monotonic()
        words = ("up", "--folder", str(full / "house"), "--port", str(free_port()), "--no-browser", "--lang", language)
        code, said = told(*words)
        timing("until a full disk was told", time.monotonic() - began, 5)
        assert code == 2
        assert sentence in said.splitlines()[-1]
        assert sum(line.startswith("malle: ") for line in said.splitlines()) == 1, said
    assert not (full / "house" / "postgres").exists()
    assert "make room" in looked(capsys, full / "house", free_port())[1]


def test_a_missing_part_is_told_soon(tmp_path: Path, services: Services, timing: Timing) -> None:
    """By the command itself, in one sentence."""
    nowhere, good = free_port(), services.app_url(0, "postgres")
    key = {"MALLE_KEY": "00" * 32}
    cases: list[tuple[tuple[str, ...], dict[str, str], str]] = [
        (("serve",), {}, "`malle up` makes it"),
        (("robots",), {}, "MALLE_ROBOTS_KEY is not set"),
        (
            ("migrate",),
            {**key, "MALLE_DATABASES": f"1=postgresql://a:hidden@127.0.0.1:{nowhere}/m"},
            "start PostgreSQL",
        ),
        (
            ("migrate",),
            {**key, "MALLE_DATABASES": f"1={good.replace(services.app_password, 'hidden')}"},
            "mend the name",
        ),
        (("up", "--postgres", f"postgresql://a:hidden@127.0.0.1:{nowhere}/m"), {}, "start PostgreSQL there"),
        (("up", "--postgres", "localhost"), {}, "--postgres is an address such as"),
        (("serve", "--folder", str(tmp_path / "none")), {}, "makes one"),
        (("up",), {"MALLE_FOLDER": "/proc/house"}, "choose another one with --folder"),
        (("up",), {"MALLE_FOLDER": "/proc/house", "LANG": "fr_FR.UTF-8"}, "choisissez un autre dossier avec --folder"),
        (("up",), {"MALLE_FOLDER": "/proc/house", "LANG": ""}, "choose another one with --folder"),
        (
            ("up", "--lang", "fr", "--postgres", f"postgresql://a:hidden@127.0.0.1:{nowhere}/m"),
            {},
            "lancez-y PostgreSQL, ou corrigez son adresse",
        ),
        (("house", "--lang", "fr"), {}, "MALLE_DATABASES n’est pas défini"),
        (("backup", "--lang", "fr"), {}, "MALLE_DATABASES n’est pas défini"),
        (("restore", "--lang", "fr"), {}, "donnez-la avec MALLE_KEY=… avant la commande"),
        (("restore", "--lang", "fr"), key, "malle restore FICHIER"),
        (("set", "zone", "Paris", "--lang", "fr"), {}, "il n’y a pas de maison dans"),
    ]
    for words, settings, sentence in cases:
        began = time.monotonic()
        code, said = told(*words, **{"MALLE_FOLDER": str(tmp_path / "empty"), **settings})
        timing(f"until it was told: {sentence}", time.monotonic() - began, 5)
        assert code == (EXIT_RETRY_LATER if "PostgreSQL" in sentence else 2), said
        assert sentence in said
        assert said.count("\n") == 1, said
        assert "hidden" not in said


def test_a_server_that_its_own_role_keeps_out_is_told(
    house: Path, nursery: Nursery, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The owner gets in, and the server does not: nobody can play, though it answers."""
    port = free_port()
    nursery.start(port)
    place = house / "malle.toml"
    lines = place.read_text().splitlines()
    people = next(line for line in lines if line.startswith("people ="))
    wrong = people.replace(database, "nobody_has_this")
    place.write_text("\n".join(wrong if line == people else line for line in lines) + "\n")
    code, said = looked(capsys, house, port)
    assert code == 2
    assert "nobody_has_this cannot be used" in said
