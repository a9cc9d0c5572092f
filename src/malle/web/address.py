"""Where this site is, for links that people send to each other.

The host says so once. A `Host` header may say anything, so it is believed only where it cannot lead to another site: an
address or a name of one's own network.
"""

from __future__ import annotations

import ipaddress
import re

import structlog

from malle.core import Refused
from malle.web.trouble import Asked
from malle.wire.config import Config

_HOME = re.compile(r"[\w-]+(\.(local|localhost|lan|home|internal|home\.arpa))?", re.ASCII)
_log = structlog.get_logger()
_told: list[str] = []


def site_address(request: Asked, config: Config) -> str:
    """Without a slash at the end; empty if nobody has said it."""
    if config.address:
        return config.address
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if is_home(host) else ""


def need_address(request: Asked, config: Config) -> str:
    """The same, where there must be one."""
    found = site_address(request, config)
    if not found:
        if not _told:
            _told.append("once")
            _log.error("links to this site cannot be made", advice="set MALLE_ADDRESS, such as https://games.example")
        raise Refused("whoever runs this site has to say where it is: MALLE_ADDRESS")
    return found


def is_home(host: str) -> bool:
    """Can this name only be a machine of one's own network?"""
    name = re.sub(r":\d+$", "", host)
    inside = re.fullmatch(r"\[(.*:.*)\]", name)
    try:
        found = ipaddress.ip_address(inside[1] if inside else name)
    except ValueError:
        return bool(_HOME.fullmatch(name.lower()))
    return found.is_loopback or found.is_private or found.is_link_local
