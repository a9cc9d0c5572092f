"""The public URL of this site, for links that people send to each other.

The operator sets it as `MALLE_ADDRESS`. Without the setting, the `Host` header of a request is used only if it names a
machine of the local network. A client can put any name into that header, and a link must never lead to another site.
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
    """Return the URL of this site without a trailing slash, or an empty string if it is unknown.

    The setting comes first, then the `Host` header if it names a machine of the local network.
    """
    if config.address:
        return config.address
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if is_home(host) else ""


def need_address(request: Asked, config: Config) -> str:
    """Return `site_url(request, config)`, or raise `Refused` if it is empty.

    The first failure in this process is also logged as an error, for the operator.
    """
    found = site_address(request, config)
    if not found:
        if not _told:
            _told.append("once")
            _log.error("links to this site cannot be made", advice="set MALLE_ADDRESS, such as https://games.example")
        raise Refused("whoever runs this site has to say where it is: MALLE_ADDRESS")
    return found


def is_home(host: str) -> bool:
    """Return whether `host`, the value of a `Host` header, can only name a machine of the local network.

    These are loopback, private and link-local addresses, names without a dot, and names under `.local`, `.lan` and
    similar endings. A port is ignored.
    """
    name = re.sub(r":\d+$", "", host)
    inside = re.fullmatch(r"\[(.*:.*)\]", name)
    try:
        found = ipaddress.ip_address(inside[1] if inside else name)
    except ValueError:
        return bool(_HOME.fullmatch(name.lower()))
    return found.is_loopback or found.is_private or found.is_link_local
