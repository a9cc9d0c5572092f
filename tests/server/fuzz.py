"""Nonsense for a server, made from what makes sense: messages and requests with something wrong in them."""

from __future__ import annotations

import json
import random
from uuid import uuid4

WORDS: tuple[object, ...] = (
    None, True, -1, 0, 1, 10**30, 1.5, "", "a" * 300, "\x00", "\u202e", "\ud800", "é\u0301", [], {}, [[[[]]]], "1e400",
)  # fmt: skip
MESSAGES: tuple[dict[str, object], ...] = (
    {"type": "hello", "token": "", "packed": ""},
    {"type": "act", "seq": 2, "text": "bid 1", "key": ""},
    {"type": "ask", "seq": 2, "what": "pause", "key": ""},
    {"type": "ask", "seq": 2, "what": "undo", "key": ""},
    {"type": "ask", "seq": 2, "what": "next", "key": ""},
    {"type": "look", "away": False},
    {"type": "seen", "seq": 2},
    {"type": "recall", "key": ""},
    {"type": "knock", "seat": 0, "name": "Eve", "invite": "", "key": ""},
    {"type": "let", "asking": "", "yes": True, "key": ""},
    {"type": "nudge", "seat": 1, "key": ""},
    {"type": "stand-in", "seat": 1, "yes": True, "key": ""},
    {"type": "emote", "what": "wink", "key": ""},
)
"""Of every kind, as they should be but for their keys."""
BODIES: tuple[dict[str, object], ...] = (
    {"game": "parley", "seats": 2, "name": "Ann"},
    {"name": "Bob", "invite": ""},
    {"seat": 1},
    {"type": "act", "seq": 2, "text": "bid 1", "key": ""},
    {"seat": 0},
)


def message(luck: random.Random) -> bytes:
    """One for the socket."""
    made = dict(luck.choice(MESSAGES))
    if "key" in made:
        made["key"] = str(uuid4()) if luck.random() < 0.8 else luck.choice(WORDS)
    return _spoil(made, luck)


def body(luck: random.Random) -> bytes:
    """One for a request."""
    return _spoil(dict(luck.choice(BODIES)), luck)


def request(luck: random.Random, paths: list[str]) -> tuple[str, str, dict[str, str], bytes | None]:
    """Method, path, headers and body of something nobody would ask for."""
    path = luck.choice(paths)
    if luck.random() < 0.3:
        at = luck.randrange(len(path))
        path = path[:at] + luck.choice(("/", "..", "%00", "%ff", "%2e%2e", "?", "%F0%9F", "a" * 200, ";")) + path[at:]
    if luck.random() < 0.2:
        path += "?" + luck.choice(("lang=xx", "lang=%00", "a=%ff&b", "lang=" + "z" * 500, "seat=-1&seat=9e9", "=&=&="))
    method = luck.choice(("GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"))
    headers = {
        "content-type": luck.choice(("application/json", "text/plain", "application/x-www-form-urlencoded", "*"))
    }
    wrong = (
        ("authorization", luck.choice(("Bearer ", "Bearer x", "Basic eA==", "\xff"))),
        ("cookie", luck.choice(("malle=x", "malle=" + "a" * 43, ";;=;", "malle-tables=" + "x." * 200, "\xff=\xfe"))),
        ("accept-language", luck.choice(("xx", ";q=", "fr;q=nan,en;q=-1", "a" * 500))),
        ("x-forwarded-for", luck.choice(("x", "1.2.3.4, ::1", "[", ",,,"))),
        ("origin", luck.choice(("null", "http://evil.example", "://"))),
        ("if-none-match", '"' + "x" * 50),
        ("accept", luck.choice(("text/html", "application/json", "*/*;q=x"))),
        ("referer", luck.choice(("http://[x", "//", "http://127.0.0.1/\xff?a=%00", "x" * 500))),
        ("range", luck.choice(("bytes=5-2", "bytes=-", "bytes=0-99999999999999999999", "x"))),
        ("if-modified-since", luck.choice(("x", "Sun, 99 Nov 99999 00:00:00 GMT"))),
        ("x-forwarded-proto", luck.choice(("https", "x,y", "://"))),
        ("sec-fetch-site", luck.choice(("cross-site", "none", "\xff"))),
    )
    headers |= {name: value for name, value in wrong if luck.random() < 0.25}
    if luck.random() < 0.05:
        headers["host"] = luck.choice(
            ("", "x:y", "x:99999", "[::1", "[10.0.0.1]", "127.0.0.1]", "a" * 3000, "\xff", "::")
        )
    return method, path, headers, None if method in ("GET", "HEAD") else body(luck)


def _spoil(made: dict[str, object], luck: random.Random) -> bytes:
    """As it is, or with words, fields or bytes that do not belong there."""
    dice = luck.random()
    if dice < 0.5:
        made[luck.choice([*made, "more"])] = luck.choice(WORDS)
    elif dice < 0.6:
        made.pop(luck.choice(list(made)))
    data = json.dumps(made).encode()
    if dice > 0.85:
        at = luck.randrange(len(data))
        junk = luck.choice((b"", b"\xff", b"\x00", b"{" * 3000, b"[" * 3000, b'"', b"\\u12", luck.randbytes(20)))
        data = data[:at] + junk + data[at + luck.randrange(5) :]
    return data
