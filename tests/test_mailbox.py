"""Addresses of mailboxes are what a mail program takes them for."""

from __future__ import annotations

from email.headerregistry import AddressHeader
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from malle.config.email_address import _EMAIL_ADDRESS, is_email_address
from malle.notifications.outcome import parse_retry_after


@pytest.mark.parametrize("text", ["ann@malle.example", "a.b+c@x-y.org", "o_1@localhost", "a=b@c.d"])
def test_mailboxes(text: str) -> None:
    assert is_email_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "ann", "@x", "a@", "a@b@c", "a b@c", "a@[", ":;@b", "a\u2028b@c", "é@x.org", "ann@x.org\n", "a,b@c",
        "=?utf-8?b?!!!?=@b", "=?utf-8?q?=0a?=@b", "=?x?q?v?=@c", "<a@b>", "a@b.", "a" * 65 + "@b", "a@" + "b" * 120,
    ],
)  # fmt: skip
def test_what_is_none(text: str) -> None:
    assert not is_email_address(text)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.from_regex(_EMAIL_ADDRESS, fullmatch=True))
def test_a_letter_goes_to_the_address_that_is_written(text: str) -> None:
    message = EmailMessage()
    message["To"] = text
    header = message["To"]
    assert isinstance(header, AddressHeader)
    assert str(header) == text


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("", 0),
        ("60", 60),
        ("-1", 0),
        ("1.5", 0),
        ("Wed, 21 Oct 2026", 0),
        ("1" + "0" * 400, 100000),
        ("²", 0),
        ("٣", 0),
    ],
)
def test_how_long_to_wait_however_it_is_written(header: str, seconds: float) -> None:
    assert parse_retry_after(header) == seconds
