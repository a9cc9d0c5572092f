"""A private nginx for tests and benches: real, from Debian's package, with nothing of the machine's own."""

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
    """nginx with these lines in its `http` block, in a folder of its own, as soon as it listens on the port. One
    worker, in the process itself, so that its time is that of one process."""
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
    try:
        while not _listens(port):
            if child.poll() is not None:
                raise SystemExit((folder / "error.log").read_text())
            time.sleep(0.02)
        yield child
    finally:
        child.terminate()
        child.wait(10)


def _listens(port: int) -> bool:
    with socket.socket() as each:
        return each.connect_ex(("127.0.0.1", port)) == 0
