"""Records: readable, replayable, and nothing in them can be changed unnoticed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from malle.core import Luck, Refused
from malle.core.dealer import Dealer, Draws, Word, pledge
from malle.core.play import play_game, robot_acts
from malle.core.record import (
    TABLE,
    Record,
    RecordLine,
    is_verified,
    make_record,
    read_record,
    replay_record,
    verify,
    write_record,
)
from malle.games import GAMES, load, sheet
from malle.games.records import game_of
from malle.signing import Host, check_signature

CHANGES = 1_000


def played(name: str, host: Host) -> Record:
    facts = sheet(name)
    game = load(name)(facts.seats[0])
    seed = bytes(range(32))
    luck = Luck(3)
    _, entries = play_game(game, robot_acts(game, facts.robot, luck), Draws(Dealer(seed, "t")).pick)
    return make_record(game, entries, seed=seed, table="t", edition="usual", host=host.public)


def good(text: str) -> bool:
    return is_verified(verify(text, game_of, check_signature))


@pytest.fixture(scope="module", params=GAMES)
def text(request: pytest.FixtureRequest) -> str:
    host = Host(bytes(32))
    return write_record(played(request.param, host), host.sign)


def test_a_record_is_read_written_and_verified(text: str) -> None:
    assert write_record(read_record(text)) == text
    checks = verify(text, game_of, check_signature)
    assert [check.ok for check in checks] == [True] * 5, checks
    record = read_record(text)
    assert len(replay_record(record, game_of(record.header))) == len(record.lines) + 1


@pytest.mark.timeout(300)
def test_every_one_character_change_is_refused(text: str) -> None:
    """A thousand of them: a character replaced, left out or added, anywhere."""
    luck = Luck(11)
    alphabet = "abcdefghijklmnopqrstuvwxyz0123456789 \n:[]-é"
    taken = []
    for number in range(CHANGES):
        at = luck.randrange(len(text))
        new = luck.choice([char for char in alphabet if char != text[at]])
        changed = (text[:at] + new + text[at + 1 :], text[:at] + text[at + 1 :], text[:at] + new + text[at:])[
            number % 3
        ]
        if changed != text and good(changed):
            taken.append((at, new))
    assert taken == []


def test_a_rewritten_record_needs_the_hosts_key(text: str) -> None:
    """Whoever changes a line can mend the chain, but not the signature."""
    record = read_record(text)
    lines = list(record.lines)
    lines[-1] = RecordLine(TABLE, "nothing to see here")
    forged = write_record(msgspec.structs.replace(record, lines=tuple(lines)))
    assert [check.slug for check in verify(forged, game_of, check_signature) if check.ok is False] == ["signature"]
    other = write_record(record, Host(b"x" * 32).sign)
    assert not good(other)


def test_a_host_cannot_deal_otherwise_than_he_sealed(text: str) -> None:
    """Signed with the host's own key, with a draw that the sealed seed does not give, or another seed."""
    host = Host(bytes(32))
    record = read_record(text)
    wrong_seed = write_record(msgspec.structs.replace(record, seed="ff" * 32), host.sign)
    assert any(check.slug == "seal" and check.ok is False for check in verify(wrong_seed, game_of, check_signature))
    game = game_of(record.header)
    cut = next((number for number, line in enumerate(record.lines) if line.mover == -1), None)
    if cut is None:
        pytest.skip("a game without chance has nothing to deal")
    turn = game.turn(replay_record(msgspec.structs.replace(record, lines=record.lines[:cut]), game)[-1])
    others = [game.write(o) for o, w in zip(turn.outcomes, turn.weights, strict=True) if w]  # type: ignore[union-attr]
    swapped = next((text for text in others if text != record.lines[cut].text), None)
    if swapped is not None:
        lines = (*record.lines[:cut], RecordLine(record.lines[cut].mover, swapped))
        forged = write_record(msgspec.structs.replace(record, lines=lines, result="unfinished"), host.sign)
        last = verify(forged, game_of, check_signature)[-1]
        assert last.ok is False
        assert "the dealer gives" in last.detail


def test_words_must_be_the_ones_that_were_pledged() -> None:
    game = load(GAMES[0])(sheet(GAMES[0]).seats[0])
    words = (Word(0, "salt", "plum"), Word(1, "pepper", "pear and apple"))
    seed = bytes(range(32))
    luck = Luck(3)
    act = robot_acts(game, sheet(GAMES[0]).robot, luck)
    _, entries = play_game(game, act, Draws(Dealer(seed, "t", words)).pick)
    plain = make_record(game, entries, seed=seed, table="t", edition="usual")
    header = msgspec.structs.replace(plain.header, pledges={word.seat: pledge(word, "t") for word in words})
    record = msgspec.structs.replace(plain, header=header, words=words)
    assert is_verified(verify(write_record(record), game_of))
    other = msgspec.structs.replace(record, words=(words[0], Word(1, "pepper", "quince")))
    assert any(check.slug == "pledges" and check.ok is False for check in verify(write_record(other), game_of))


def test_notes_about_the_table_are_kept_and_not_played(text: str) -> None:
    record = read_record(text)
    lines = (RecordLine(TABLE, "seat 1 is played by a robot"), *record.lines)
    noted = write_record(msgspec.structs.replace(record, lines=lines), Host(bytes(32)).sign)
    assert good(noted)


def test_another_edition_is_refused_by_name(text: str) -> None:
    record = read_record(text)
    header = msgspec.structs.replace(record.header, edition="mine " + "0" * 64)
    forged = write_record(msgspec.structs.replace(record, header=header), Host(bytes(32)).sign)
    last = verify(forged, game_of, check_signature)[-1]
    assert last.ok is False
    assert "edition" in last.detail


@given(st.text())
@settings(max_examples=300)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_record("malle record 1\n" + text)
    with pytest.raises(Refused):
        read_record(text)
