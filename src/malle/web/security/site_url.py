"""The public URL of this site, for links that people send to each other.

The operator sets it as `MALLE_ADDRESS`. Without the setting, the `Host` header of a request is used only if it names a
machine of the local network. A client can put any name into that header, and a link must never lead to another site.
"""

from __future__ import annotations

import ipaddress
import re

import structlog

from malle.config.settings import Config
from malle.core import Refused
from malle.web.error_pages import AnyRequest

_LOCAL_HOST_NAME = re.compile(r"[\w-]+(\.(local|localhost|lan|home|internal|home\.arpa))?", re.ASCII)
_log = structlog.get_logger()
_logged_errors: list[str] = []


def site_url(request: AnyRequest, config: Config) -> str:
    """Return the URL of this site without a trailing slash, or an empty string if it is unknown.

    The setting comes first, then the `Host` header if it names a machine of the local network.
    """
    if config.site_url:
        return config.site_url
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if is_local_host(host) else ""


def require_site_url(request: AnyRequest, config: Config) -> str:
    """Return `site_url(request, config)`, or raise `Refused` if it is empty.

    The first failure in this process is also logged as an error, for the operator.
    """
    url = site_url(request, config)
    if not url:
        if not _logged_errors:
            _logged_errors.append("once")
            _log.error("links to this site cannot be made", advice="set MALLE_ADDRESS, such as https://games.example")
        raise Refused("whoever runs this site has to say where it is: MALLE_ADDRESS")
    return url


def is_local_host(host: str) -> bool:
    """Return whether `host`, the value of a `Host` header, can only name a machine of the local network.

    These are loopback, private and link-local addresses, names without a dot, and names under `.local`, `.lan` and
    similar endings. A port is ignored.
    """
    name = re.sub(r":\d+$", "", host)
    bracketed = re.fullmatch(r"\[(.*:.*)\]", name)
    try:
        address = ipaddress.ip_address(bracketed[1] if bracketed else name)
    except ValueError:
        return bool(_LOCAL_HOST_NAME.fullmatch(name.lower()))
    return address.is_loopback or address.is_private or address.is_link_local
