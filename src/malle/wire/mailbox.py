"""Addresses of mailboxes, as people type them."""

from __future__ import annotations

import re

_MAILBOX = re.compile(r"(?!.*=\?)[\w.!#$%&*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)*", re.ASCII)
"""None with `=?` in it, which mail reads as another address than is written."""


def is_mailbox(text: str) -> bool:
    """Is this the address of one mailbox, and nothing that a mail program takes for more?"""
    return len(text) <= 120 and _MAILBOX.fullmatch(text) is not None
