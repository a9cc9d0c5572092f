"""The log of several processes: no line is torn by another process's."""

from __future__ import annotations

import json
import socket
import subprocess
import sys

PROGRAM = """
import structlog
from malle.cli.operator.serve import configure_logs

configure_logs()
structlog.get_logger().info("told")
"""


def test_a_line_of_the_log_is_written_whole_where_nothing_is_buffered() -> None:
    """As in most containers (`PYTHONUNBUFFERED`): its end was written after it, and two processes' lines became one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # keeps apart what is written apart
    with here, there:
        subprocess.run([sys.executable, "-u", "-c", PROGRAM], stderr=there.fileno(), check=True, timeout=60)
        there.close()
        written = here.recv(4096)
        assert here.recv(4096) == b""
    assert written.endswith(b"\n")
    assert json.loads(written)["event"] == "told"
