"""Records: readable, replayable, and nothing in them can be changed unnoticed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from malle.core import Luck, Refused
from malle.core.dealer import Dealer, DrawCounter, PlayerWord, pledge_of_word
from malle.core.play import play_game, robot_chooser
from malle.core.record import (
    TABLE_MOVER,
    Record,
    RecordLine,
    build_record,
    format_record,
    is_verified,
    parse_record,
    replay_record,
    verify_record,
)
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.games.golden_records import game_of_record
from malle.protocol.record_signature import RecordSigner, check_signature

CHANGES = 1_000


def played(name: str, host: RecordSigner) -> Record:
    facts = load_game_info(name)
    game = load_game(name)(facts.seats[0])
    seed = bytes(range(32))
    luck = Luck(3)
    _, entries = play_game(game, robot_chooser(game, facts.robot, luck), DrawCounter(Dealer(seed, "t")).pick)
    return build_record(game, entries, seed=seed, table="t", edition="usual", host=host.public_key)


def good(text: str) -> bool:
    return is_verified(verify_record(text, game_of_record, check_signature))


@pytest.fixture(scope="module", params=OWN_GAMES)
def text(request: pytest.FixtureRequest) -> str:
    host = RecordSigner(bytes(32))
    return format_record(played(request.param, host), host.sign)


def test_a_record_is_read_written_and_verified(text: str) -> None:
    assert format_record(parse_record(text)) == text
    checks = verify_record(text, game_of_record, check_signature)
    assert [check.ok for check in checks] == [True] * 5, checks
    record = parse_record(text)
    assert len(replay_record(record, game_of_record(record.header))) == len(record.lines) + 1


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
    record = parse_record(text)
    lines = list(record.lines)
    lines[-1] = RecordLine(TABLE_MOVER, "nothing to see here")
    forged = format_record(msgspec.structs.replace(record, lines=tuple(lines)))
    assert [check.slug for check in verify_record(forged, game_of_record, check_signature) if check.ok is False] == [
        "signature"
    ]
    other = format_record(record, RecordSigner(b"x" * 32).sign)
    assert not good(other)


def test_a_host_cannot_deal_otherwise_than_he_sealed(text: str) -> None:
    """Signed with the host's own key, with a draw that the sealed seed does not give, or another seed."""
    host = RecordSigner(bytes(32))
    record = parse_record(text)
    wrong_seed = format_record(msgspec.structs.replace(record, seed="ff" * 32), host.sign)
    assert any(
        check.slug == "seal" and check.ok is False
        for check in verify_record(wrong_seed, game_of_record, check_signature)
    )
    game = game_of_record(record.header)
    cut = next((number for number, line in enumerate(record.lines) if line.mover == -1), None)
    if cut is None:
        pytest.skip("a game without chance has nothing to deal")
    turn = game.turn(replay_record(msgspec.structs.replace(record, lines=record.lines[:cut]), game)[-1])
    others = [game.write(o) for o, w in zip(turn.outcomes, turn.weights, strict=True) if w]  # type: ignore[union-attr]
    swapped = next((text for text in others if text != record.lines[cut].text), None)
    if swapped is not None:
        lines = (*record.lines[:cut], RecordLine(record.lines[cut].mover, swapped))
        forged = format_record(msgspec.structs.replace(record, lines=lines, result="unfinished"), host.sign)
        last = verify_record(forged, game_of_record, check_signature)[-1]
        assert last.ok is False
        assert "the dealer gives" in last.detail


def test_words_must_be_the_ones_that_were_pledged() -> None:
    game = load_game(OWN_GAMES[0])(load_game_info(OWN_GAMES[0]).seats[0])
    words = (PlayerWord(0, "salt", "plum"), PlayerWord(1, "pepper", "pear and apple"))
    seed = bytes(range(32))
    luck = Luck(3)
    act = robot_chooser(game, load_game_info(OWN_GAMES[0]).robot, luck)
    _, entries = play_game(game, act, DrawCounter(Dealer(seed, "t", words)).pick)
    plain = build_record(game, entries, seed=seed, table="t", edition="usual")
    header = msgspec.structs.replace(plain.header, pledges={word.seat: pledge_of_word(word, "t") for word in words})
    record = msgspec.structs.replace(plain, header=header, words=words)
    assert is_verified(verify_record(format_record(record), game_of_record))
    other = msgspec.structs.replace(record, words=(words[0], PlayerWord(1, "pepper", "quince")))
    assert any(
        check.slug == "pledges" and check.ok is False for check in verify_record(format_record(other), game_of_record)
    )


def test_notes_about_the_table_are_kept_and_not_played(text: str) -> None:
    record = parse_record(text)
    lines = (RecordLine(TABLE_MOVER, "seat 1 is played by a robot"), *record.lines)
    noted = format_record(msgspec.structs.replace(record, lines=lines), RecordSigner(bytes(32)).sign)
    assert good(noted)


def test_another_edition_is_refused_by_name(text: str) -> None:
    record = parse_record(text)
    header = msgspec.structs.replace(record.header, edition="mine " + "0" * 64)
    forged = format_record(msgspec.structs.replace(record, header=header), RecordSigner(bytes(32)).sign)
    last = verify_record(forged, game_of_record, check_signature)[-1]
    assert last.ok is False
    assert "edition" in last.detail


@given(st.text())
@settings(max_examples=300)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_record("malle record 1\n" + text)
    with pytest.raises(Refused):
        parse_record(text)
