"""The front: lines for a reverse proxy that sends all of a table to one process.

Any process can serve any table, so a wrong way costs time and nothing else; but four sockets of a table at four
processes cost each move several times over. The table's id stands in every address that is about it, and a proxy
hashes it. We write no proxy of our own: these are lines for nginx, and `deploy/` has whole files to begin from.
"""

from __future__ import annotations

from collections.abc import Sequence

TABLE = r"^/(?:api/)?tables/(?<table>[0-9a-z]{13})(?:/|$)"
"""The addresses that are about one table, as nginx matches them."""

_LINES = """\
map $uri $malle_table {{ "~{table}" $table; default $request_id; }}
map $http_upgrade $malle_connection {{ default upgrade; "" ""; }}
upstream malle {{
    hash $malle_table consistent;
{servers}
    keepalive 32;
}}
server {{
    listen {listen};
    location / {{
        proxy_pass http://malle;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $malle_connection;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_connect_timeout 2s;
        proxy_read_timeout 90s;
        proxy_buffering off;
    }}
}}
"""


def nginx_lines(listen: str, ports: Sequence[int], host: str = "127.0.0.1") -> str:
    """What goes into nginx's `http` block: the front listens at `listen`, the processes at these ports."""
    # One refused connection puts a process aside for two seconds: its tables are served by the next one meanwhile.
    servers = "\n".join(f"    server {host}:{port} max_fails=1 fail_timeout=2s;" for port in ports)
    return _LINES.format(table=TABLE, servers=servers, listen=listen)
