"""Configuration files for a reverse proxy with TLS, which sends all requests of a table to one process.

Any process can serve any table, so a wrong route only costs time. But four sockets of a table at four
processes cost each move several times over. The table's id is in every address that concerns it, and the
proxy hashes it. Neither proxy logs visitors' addresses or sign-in links. Malle has no proxy of its own:
these are files for nginx and Caddy. `deploy/` has them for `malle.example`.
"""

from __future__ import annotations

from collections.abc import Sequence

from malle.core import Refused

TABLE_PATH_PATTERN = r"^/(?:api/)?tables/(?<table>[0-9a-z]{13})(?:/|$)"
"""nginx's pattern for paths that concern one table."""
CERTBOT_FOLDER = "/etc/letsencrypt/live/{name}"
"""The folder where certbot keeps a site's certificate."""

_NGINX_TEMPLATE = """\
map $uri $malle_table {{ "~{table}" $table; default $request_id; }}
map $http_upgrade $malle_connection {{ default upgrade; "" ""; }}
upstream malle {{
    hash $malle_table consistent;
{servers}
    keepalive 32;
    keepalive_timeout 10s;
}}
server {{
{listen}
    access_log off;
    error_log stderr emerg;
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
_NGINX_REDIRECT_TEMPLATE = """\
server {{
    listen 80;
    listen [::]:80;
    server_name {name};
    access_log off;
    error_log stderr emerg;
    location /.well-known/acme-challenge/ {{ root /var/www/html; }}
    location / {{ return 301 https://$host$request_uri; }}
}}
"""
_CADDY_TEMPLATE = """\
{site} {{
{tls}	header Strict-Transport-Security "max-age=31536000"
	@table path_regexp table ^/(?:api/)?tables/([0-9a-z]{{13}})(?:/|$)
	handle @table {{
		request_header X-Malle-Table {{re.table.1}}
		reverse_proxy {servers} {{
			lb_policy header X-Malle-Table
			health_uri /ready
			health_interval 2s
			transport http {{
				keepalive 10s
			}}
		}}
	}}
	handle {{
		reverse_proxy {servers} {{
			health_uri /ready
			health_interval 2s
			transport http {{
				keepalive 10s
			}}
		}}
	}}
}}
"""


def nginx_http_lines(listen: str, ports: Sequence[int], process_host: str = "127.0.0.1") -> str:
    """Return what goes into nginx's `http` block: the proxy listens at `listen` without TLS, and
    passes requests to these ports of `process_host`."""
    return _fill_nginx_template(f"    listen {listen};", ports, process_host)


def nginx_file(address: str, ports: Sequence[int], *, certificate: str = "", process_host: str = "127.0.0.1") -> str:
    """Return a file for nginx's `conf.d`: the site at `address` with TLS and, if its port is
    443, a redirect from plain HTTP. Requests go to `ports` of `process_host`. `certificate` is a
    folder with `fullchain.pem` and `privkey.pem`; if empty, certbot's. Raise `Refused` for an
    address without https."""
    name, port = _split_https_address(address)
    folder = certificate or CERTBOT_FOLDER.format(name=name)
    lines = (
        f"listen {port} ssl http2;",
        f"listen [::]:{port} ssl http2;",
        f"server_name {name};",
        f"ssl_certificate {folder}/fullchain.pem;",
        f"ssl_certificate_key {folder}/privkey.pem;",
        "ssl_protocols TLSv1.2 TLSv1.3;",
        'add_header Strict-Transport-Security "max-age=31536000" always;',
    )
    plain = _NGINX_REDIRECT_TEMPLATE.format(name=name) if port == 443 else ""
    return plain + _fill_nginx_template("\n".join(f"    {line}" for line in lines), ports, process_host)


def caddy_file(address: str, ports: Sequence[int], *, certificate: str = "", process_host: str = "127.0.0.1") -> str:
    """Return a Caddyfile for the site at `address`. Caddy obtains a certificate by itself,
    unless `certificate` names a folder that has one. It passes requests only to processes that
    say they are ready. Raise `Refused` for an address without https."""
    name, port = _split_https_address(address)
    site = name if port == 443 else f"{name}:{port}"
    tls = f"\ttls {certificate}/fullchain.pem {certificate}/privkey.pem\n" if certificate else ""
    return _CADDY_TEMPLATE.format(
        site=site, tls=tls, servers=" ".join(f"{process_host}:{port_number}" for port_number in ports)
    )


def _fill_nginx_template(listen: str, ports: Sequence[int], process_host: str) -> str:
    """Return the nginx configuration with `listen` (whole directives) in its `server` block. It
    passes requests to the server processes at `ports` of `process_host`."""
    # After one refused connection nginx skips a process for two seconds; the next one serves its tables then.
    servers = "\n".join(f"    server {process_host}:{port} max_fails=1 fail_timeout=2s;" for port in ports)
    return _NGINX_TEMPLATE.format(table=TABLE_PATH_PATTERN, servers=servers, listen=listen)


def _split_https_address(address: str) -> tuple[str, int]:
    """Return host name and port of an https address; the default port is 443. Raise `Refused`
    for any other address, also for one with a path."""
    scheme, _, rest = address.rstrip("/").partition("://")
    name, _, port = rest.partition(":")
    if scheme != "https" or not name or "/" in rest or (port and not port.isdecimal()):
        raise Refused(f"the address of a site under TLS is such as https://games.example, not {address[:60]!r}")
    return name, int(port or 443)


def proxy_config(kind: str, address: str, ports: str, certificate: str = "") -> str:
    """Return what `malle front` prints: the configuration of the reverse proxy `kind`, `nginx`
    or `caddy`. `ports` are separated by commas. Raise `Refused` if the ports or the address are
    not valid."""
    if not all(port.strip().isdecimal() for port in ports.split(",")):
        raise Refused(f"--ports is such as 8000 or 8001,8002, not {ports[:40]!r}")
    make = nginx_file if kind == "nginx" else caddy_file
    return make(address, [int(port) for port in ports.split(",")], certificate=certificate)
