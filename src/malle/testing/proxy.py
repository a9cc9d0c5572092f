"""A private nginx or Caddy for tests and benchmarks: the real programs from Debian's packages, without the machine's
own configuration.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def nginx(folder: Path, lines: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run nginx with these lines in its `http` block, and yield the process once it listens on `port`. All its
    files are in `folder`. There is a single process without workers, so its CPU time is easy to measure. nginx
    is stopped at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _TEMPORARY)
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 4096; }}\nhttp {{ access_log off;\n{temporary}{lines}}}\n"
    )
    tool = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if tool is None:
        raise SystemExit("nginx is not installed: apt-get install nginx")
    command = [tool, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "error.log")]
    child = subprocess.Popen(command)
    with _listening(child, folder / "error.log", port):
        yield child


@contextmanager
def caddy(folder: Path, lines: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run Caddy with this configuration, and yield the process once it listens on `port`. All its files are in
    `folder`, and it opens no other port. Caddy is stopped at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{lines}")
    tool = shutil.which("caddy")
    if tool is None:
        raise SystemExit("Caddy is not installed: apt-get install caddy")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "error.log").open("wb") as log:
        child = subprocess.Popen([tool, "run", "--config", str(folder / "Caddyfile")], env=home, stderr=log)
    with _listening(child, folder / "error.log", port):
        yield child


@contextmanager
def _listening(child: subprocess.Popen[bytes], log: Path, port: int) -> Iterator[None]:
    """Wait until the process listens on `port`; stop it when the block ends. `SystemExit` with the text of
    `log` if the process exits by itself."""
    try:
        while not _listens(port):
            if child.poll() is not None:
                raise SystemExit(log.read_text())
            time.sleep(0.02)
        yield
    finally:
        child.terminate()
        child.wait(10)


def certificate(folder: Path, name: str) -> Path:
    """Create a self-signed certificate for a site, valid for two days, and return the folder that contains it."""
    folder.mkdir(parents=True, exist_ok=True)
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    named = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run(["openssl", "req", "-x509", *kind, *files, *named], check=True, capture_output=True)
    return folder


def _listens(port: int) -> bool:
    """Return whether something on this machine accepts connections on the port."""
    with socket.socket() as each:
        return each.connect_ex(("127.0.0.1", port)) == 0
