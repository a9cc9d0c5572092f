"""A private nginx or Caddy in front of a server, for tests and benchmarks: the real programs from
Debian's packages, without the machine's own configuration."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TEMP_FOLDER_KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def running_nginx(folder: Path, http_config: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run nginx with these lines in its `http` block, and yield the process once it listens on
    `port`. All its files are in `folder`. It is a single process without workers, so its CPU time
    is easy to measure. At the end it is stopped. `SystemExit` if nginx is not installed or does not
    start."""
    folder.mkdir(parents=True, exist_ok=True)
    temp_paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _TEMP_FOLDER_KINDS)
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 4096; }}\nhttp {{ access_log off;\n{temp_paths}{http_config}}}\n"
    )
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if program is None:
        raise SystemExit("nginx is not installed: apt-get install nginx")
    command = [program, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "error.log")]
    child = subprocess.Popen(command)
    with _stop_after_use(child, folder / "error.log", port):
        yield child


@contextmanager
def running_caddy(folder: Path, config: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run Caddy with this configuration, and yield the process once it listens on `port`. All its
    files are in `folder`, and it opens no other port. At the end it is stopped. `SystemExit` if
    Caddy is not installed or does not start."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{config}")
    program = shutil.which("caddy")
    if program is None:
        raise SystemExit("Caddy is not installed: apt-get install caddy")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "error.log").open("wb") as log:
        child = subprocess.Popen([program, "run", "--config", str(folder / "Caddyfile")], env=home, stderr=log)
    with _stop_after_use(child, folder / "error.log", port):
        yield child


@contextmanager
def _stop_after_use(child: subprocess.Popen[bytes], log: Path, port: int) -> Iterator[None]:
    """Wait until the process listens on `port`; stop it when the block ends. If it exits before it
    listens, raise `SystemExit` with the text of the file `log`."""
    try:
        while not _is_listening(port):
            if child.poll() is not None:
                raise SystemExit(log.read_text())
            time.sleep(0.02)
        yield
    finally:
        child.terminate()
        child.wait(10)


def make_certificate(folder: Path, host_name: str) -> Path:
    """Create a self-signed certificate for `host_name`, valid for two days, and return `folder`,
    which contains it."""
    folder.mkdir(parents=True, exist_ok=True)
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    named = ["-subj", f"/CN={host_name}", "-addext", f"subjectAltName=DNS:{host_name}"]
    subprocess.run(["openssl", "req", "-x509", *kind, *files, *named], check=True, capture_output=True)
    return folder


def _is_listening(port: int) -> bool:
    """Return whether something on this machine accepts connections on the port."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0
