"""Records: one readable text file for each game, from which the whole game can be replayed and checked.

A record has a header, the entries and a footer. The header has the game, edition, options, the seal of the seed
and the site's public key. Each entry, chance included, is one line in notation. The footer has the result, the
seed and the site's signature. Each entry's line ends in the first sixteen digits of a chained sha256, which
depends on everything above it. `docs/fair.md` explains what a verified record proves and what it cannot.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from malle.core.dealer import Dealer, DrawCounter, PlayerWord, pledge_of_word, seal_of_seed
from malle.core.errors import MalleError, Refused
from malle.core.game import NATURE, Action, AnyGame, Chance, Over, Seat
from malle.core.play import Ply

_FIRST_LINE = "malle record 1"
_DIGEST_DIGITS = 16  # digits of the chained digest printed on each line; the chain itself uses all 64
_ENTRY_PATTERN = re.compile(r"(\d+) (nature|table|seat (\d+)): (\S.*\S|\S) \[([0-9a-f]{16})\]")

TABLE_MOVER = Seat(-2)
"""The mover of a note about the table itself (a robot took over a seat, a clock ran out). Rules never see such
notes."""


class Header(msgspec.Struct, frozen=True):
    """What is known before the first entry: the top of a record."""

    game: str
    version: int
    edition: str
    """The edition's name and digest, separated by a space."""
    seats: int
    options: Mapping[str, Any]
    table: str
    seal: str
    pledges: Mapping[int, str] = {}
    """Digest of each player's word, by seat."""
    host: str = ""
    """The site's public key if the record is signed, otherwise empty."""


class RecordLine(msgspec.Struct, frozen=True):
    """One entry: the mover, and the action in notation. If the mover is `TABLE_MOVER`, `text` is a
    note about the table."""

    mover: Seat
    text: str


class Record(msgspec.Struct, frozen=True):
    """The record of one game: header, entries and footer. `build_record` and `parse_record` make
    it."""

    header: Header
    lines: tuple[RecordLine, ...]
    result: str
    """The result as `format_result` writes it, or `unfinished`."""
    seed: str
    words: tuple[PlayerWord, ...] = ()
    signature: str = ""


SignDigest = Callable[[bytes], str]
"""Signs a digest with the site's key and returns the signature as text."""
CheckSignature = Callable[[str, bytes, str], bool]
"""(site's public key, digest, signature) -> True if the site made the signature."""


def build_record(
    game: AnyGame, entries: Iterable[Ply], *, seed: bytes, table: str, edition: str, host: str = ""
) -> Record:
    """Build the unsigned record of a game that was dealt from `seed` at `table`. `edition` is the
    name of its edition; `host` is the site's public key.

    The result is `unfinished` unless the entries lead to the end of the game. `Refused` if they
    cannot be replayed.
    """
    lines = tuple(RecordLine(entry.mover, game.write(entry.action)) for entry in entries)
    header = Header(
        game=game.name,
        version=game.version,
        edition=f"{edition} {game.edition}",
        seats=game.seats,
        options=game.options,
        table=table,
        seal=seal_of_seed(seed, table),
        host=host,
    )
    record = Record(header, lines, "unfinished", seed.hex())
    end = game.turn(replay_record(record, game)[-1])
    return msgspec.structs.replace(record, result=format_result(end)) if isinstance(end, Over) else record


def format_record(record: Record, sign: SignDigest | None = None) -> str:
    """Return the record as text. With `sign` it gets a new signature; without, it keeps the
    signature that it has."""
    body, digest = _body_and_digest(record)
    signature = sign(digest) if sign is not None else record.signature
    return f"{body}signature: {signature or 'none'}\n"


def parse_record(text: str) -> Record:
    """Parse the text of a record. `Refused` if it is not exactly what `format_record` writes,
    digests of the lines included; it names the first line that differs, if the text can be read at
    all."""
    lines = text.split("\n")
    if lines[0] != _FIRST_LINE:
        raise Refused(f"line 1: a record begins with {_FIRST_LINE!r}, not {lines[0][:40]!r}")
    try:
        record = _parse_lines(lines)
    except (ValueError, KeyError, IndexError, RecursionError, msgspec.MsgspecError) as error:
        raise error if isinstance(error, Refused) else Refused(f"not a record: {error}") from error
    expected = format_record(record)
    if expected != text:
        raise Refused(_first_difference(expected, text))
    return record


def format_result(over: Over) -> str:
    """Return the way the game ended and its scores, such as `last-officer 2500 3100 1900`."""
    return " ".join((over.why, *map(str, over.scores)))


class CheckResult(msgspec.Struct, frozen=True):
    """The result of one check of a record. `ok` is `None` if the check could not be made here.
    `detail` says what is wrong."""

    slug: str
    ok: bool | None
    detail: str = ""


def verify_record(
    text: str, make_game: Callable[[Header], AnyGame], check_signature: CheckSignature | None = None
) -> list[CheckResult]:
    """Check a record completely and return the checks made, in order.

    It checks the text with its chained digests, then signature, seal and pledges. Only if none of
    these fails does it check every draw, every move and the result. `make_game` makes the game from
    the header. Without `check_signature`, a signature is reported as not checked. A `MalleError` on
    the way becomes a failed check, the last of the list.
    """
    checks: list[CheckResult] = []
    try:
        record = parse_record(text)
        checks.append(CheckResult("chain", True))
        checks.append(_check_signature(record, check_signature))
        checks.append(_check_seal(record))
        checks.append(_check_pledges(record))
        if all(check.ok is not False for check in checks):
            checks.append(_check_play(record, make_game(record.header)))
    except MalleError as error:
        checks.append(CheckResult("text" if not checks else "play", False, str(error)))
    return checks


def is_verified(checks: Sequence[CheckResult]) -> bool:
    """Return whether the record was checked to its end, the check of the play, and no check failed.
    Checks that could not be made are allowed."""
    return all(check.ok is not False for check in checks) and checks[-1].slug == "play"


def replay_record(record: Record, game: AnyGame) -> list[Any]:
    """Return the states of a recorded game: the first one, then one after each entry. Notes about
    the table are skipped. `Refused` names the entry that cannot be played."""
    states = [game.new()]
    for number, line in enumerate(record.lines, 1):
        if line.mover == TABLE_MOVER:
            continue
        try:
            action = action_of_line(game, states[-1], line)
            states.append(game.apply(states[-1], line.mover, action)[0])
        except MalleError as error:
            raise Refused(f"entry {number}, {line.text!r}: {error}") from error
    return states


def action_of_line(game: AnyGame, state: Any, line: RecordLine) -> Action:
    """Return the action that a line means in the state before it.

    Raises `Refused` if chance has no such outcome now, or if `game.write` would write the action
    otherwise. May also raise `Illegal` or `Malformed`.
    """
    if line.mover == NATURE:
        turn = game.turn(state)
        if not isinstance(turn, Chance):
            raise Refused("nature is not awaited here")
        action = next((outcome for outcome in turn.outcomes if game.write(outcome) == line.text), None)
        if action is None:
            raise Refused("nature has no such outcome here")
    else:
        action = game.read(line.text, state, line.mover)
        if game.write(action) != line.text:
            raise Refused(f"written otherwise: {game.write(action)!r}")
    return action


def _check_signature(record: Record, check: CheckSignature | None) -> CheckResult:
    """Check the site's signature. `ok` is `None` for an unsigned record, or if `check` is `None`. A
    signature without a public key in the header is a failure."""
    if not record.header.host:
        return CheckResult("signature", None if not record.signature else False, "the record is not signed")
    if check is None:
        return CheckResult("signature", None, "no library to check it: pip install cryptography")
    good = check(record.header.host, _body_and_digest(record)[1], record.signature)
    return CheckResult("signature", good, "" if good else "not made by the host named in the header")


def _check_seal(record: Record) -> CheckResult:
    """Check that the seed's digest for this table is the seal in the header."""
    good = seal_of_seed(bytes.fromhex(record.seed), record.header.table) == record.header.seal
    return CheckResult("seal", good, "" if good else "the seed is not the one that was sealed")


def _check_pledges(record: Record) -> CheckResult:
    """Check that the words that were opened are those that were pledged, for every seat with
    either."""
    opened = {word.seat: pledge_of_word(word, record.header.table) for word in record.words}
    good = opened == dict(record.header.pledges)
    return CheckResult("pledges", good, "" if good else "a word is not the one that was pledged")


def _check_play(record: Record, game: AnyGame) -> CheckResult:
    """Check that every seat's action is legal, every outcome is the one that the dealer draws, and
    the result is the one in the record. `Refused` if an entry cannot be played."""
    states = replay_record(record, game)
    draws = DrawCounter(Dealer(bytes.fromhex(record.seed), record.header.table, record.words))
    played = (line for line in record.lines if line.mover != TABLE_MOVER)
    for state, line in zip(states, played, strict=False):
        turn = game.turn(state)
        if isinstance(turn, Chance):
            dealt = game.write(turn.outcomes[draws.pick(turn.weights)])
            if line.text != dealt:
                return CheckResult(
                    "play",
                    False,
                    f"draw {draws.draws_made}: the dealer gives {dealt!r}, the record has {line.text!r}",
                )
    end = game.turn(states[-1])
    result = format_result(end) if isinstance(end, Over) else "unfinished"
    good = result == record.result
    return CheckResult("play", good, "" if good else f"the result is {result!r}, not {record.result!r}")


def _body_and_digest(record: Record) -> tuple[str, bytes]:
    """Return the text above the signature, and the digest that the site signs, chained through all
    lines."""
    header = _format_header(record.header)
    digest = hashlib.sha256(header.encode()).digest()
    out = [header]
    for number, line in enumerate(record.lines, 1):
        text = f"{number} {_format_mover(line.mover)}: {line.text}"
        digest = hashlib.sha256(digest + text.encode()).digest()
        out.append(f"{text} [{digest.hex()[:_DIGEST_DIGITS]}]\n")
    footer = f"\nresult: {record.result}\nseed: {record.seed}\n"
    footer += "".join(f"word: {word.seat + 1} {word.salt} {word.word}\n" for word in record.words)
    out.append(footer)
    return "".join(out), hashlib.sha256(digest + footer.encode()).digest()


def _format_header(header: Header) -> str:
    """Return the header as text, with the blank line that ends it."""
    options = msgspec.json.encode(header.options, order="sorted").decode()
    rows = [
        _FIRST_LINE,
        f"game: {header.game} {header.version}",
        f"edition: {header.edition}",
        f"seats: {header.seats}",
        f"options: {options}",
        f"table: {header.table}",
        f"seal: {header.seal}",
        *(f"pledge: {seat + 1} {digest}" for seat, digest in sorted(header.pledges.items())),
        f"host: {header.host or 'none'}",
        "",
        "",
    ]
    return "\n".join(rows)


def _format_mover(mover: Seat) -> str:
    """Return the mover as records write it: `nature`, `table` or `seat <n>`, counted from 1."""
    return {NATURE: "nature", TABLE_MOVER: "table"}.get(mover, f"seat {mover + 1}")


def _parse_lines(lines: list[str]) -> Record:
    """Parse a record's lines without checking the digests. Raises `Refused`, or any of the exceptions that the
    caller turns into it."""
    gap = lines.index("", 1)
    end = lines.index("", gap + 1)
    head = _values_by_name(lines[1:gap])
    foot = _values_by_name(lines[end + 1 :])
    game, version = _single_value(head, "game").split(" ")
    pledges = (text.split(" ") for text in head.get("pledge", ()))
    header = Header(
        game=game,
        version=int(version),
        edition=_single_value(head, "edition"),
        seats=int(_single_value(head, "seats")),
        options=msgspec.json.decode(_single_value(head, "options"), type=dict[str, Any]),
        table=_single_value(head, "table"),
        seal=_single_value(head, "seal"),
        pledges={int(seat) - 1: digest for seat, digest in pledges},
        host=_none_to_empty(_single_value(head, "host")),
    )
    seed = _single_value(foot, "seed")
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise Refused(f"a seed is 64 hexadecimal digits, not {seed[:70]!r}")
    words = (text.split(" ", 2) for text in foot.get("word", ()))
    return Record(
        header=header,
        lines=tuple(_parse_line(line, gap + 2 + index) for index, line in enumerate(lines[gap + 1 : end])),
        result=_single_value(foot, "result"),
        seed=seed,
        words=tuple(PlayerWord(int(seat) - 1, salt, word) for seat, salt, word in words),
        signature=_none_to_empty(_single_value(foot, "signature")),
    )


def _parse_line(line: str, number: int) -> RecordLine:
    """Parse one entry; `number` is its line in the file. `Refused` names the line if it does not
    have the form of an entry."""
    found = _ENTRY_PATTERN.fullmatch(line)
    if found is None:
        raise Refused(f"line {number}: not an entry: {line[:60]!r}")
    mover = {"nature": NATURE, "table": TABLE_MOVER}.get(found[2], Seat(int(found[3] or 0) - 1))
    return RecordLine(mover, found[4])


def _values_by_name(lines: list[str]) -> dict[str, list[str]]:
    """Return the values of `name: value` lines by name, in order. A name may occur several times."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            found.setdefault(name, []).append(value)
    return found


def _single_value(fields: Mapping[str, list[str]], name: str) -> str:
    """Return the only value of the name `name` in `fields`. `Refused` if there is none or
    several."""
    if len(fields.get(name, ())) != 1:
        raise Refused(f"a record has one line {name!r}")
    return fields[name][0]


def _none_to_empty(text: str) -> str:
    """Return the text, or an empty string if it is `none`."""
    return "" if text == "none" else text


def _first_difference(expected: str, text: str) -> str:
    """Return a sentence about the first line that differs between the expected text and the given text."""
    expected_lines, given_lines = expected.split("\n"), text.split("\n")
    for number, (expected_line, given_line) in enumerate(zip(expected_lines, given_lines, strict=False), 1):
        if expected_line != given_line:
            wanted, found = expected_line[-40:], given_line[-40:]
            return f"line {number}: expected {wanted!r} after what stands above it, found {found!r}"
    return f"line {min(len(expected_lines), len(given_lines)) + 1}: expected the end of the record, or more of it"
