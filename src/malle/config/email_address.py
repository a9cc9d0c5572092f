"""Check of e-mail addresses that people type."""

from __future__ import annotations

import re

_EMAIL_ADDRESS = re.compile(r"(?!.*=\?)[\w.!#$%&*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)*", re.ASCII)
"""Excludes `=?`, because mail programs decode it and would read another address than the one written."""


def is_email_address(text: str) -> bool:
    """Return whether the text is exactly one plain e-mail address, of at most 120 characters."""
    return len(text) <= 120 and _EMAIL_ADDRESS.fullmatch(text) is not None
