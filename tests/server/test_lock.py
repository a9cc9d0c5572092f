"""A host installs what `requirements/server.txt` names, and nothing else: the server must live on that."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from malle.testing.dev_services import Services
from tests.server.nursery import free_port

# Run before the command: whatever belongs to a package that the lock file does not name cannot be imported.
ONLY_LOCKED = """
import re, sys
from importlib.metadata import packages_distributions
names = re.findall(r"^([A-Za-z0-9._-]+)==", open("requirements/server.txt").read(), re.M)

def usual(names):
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}

allowed = usual(("malle", "pip", "setuptools", *names))
owners = {module: usual(of) for module, of in packages_distributions().items()}

class Only:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in owners and not owners[top] & allowed and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} belongs to {owners[top]}, which a host does not have", name=name)

sys.meta_path.insert(0, Only())
from malle.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
HERE = Path(__file__).parents[2]


def malle(*words: str, env: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", ONLY_LOCKED, *words], cwd=HERE, env={**os.environ, **env})


def test_the_server_needs_nothing_that_its_lock_does_not_name(services: Services, environment: dict[str, str]) -> None:
    assert malle("migrate", env=environment).wait(60) == 0
    port = free_port()
    server = malle("serve", "--port", str(port), "--robots", "1", env=environment)
    try:
        limit = time.monotonic() + 90
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert server.poll() is None, "the server has ended"
                assert time.monotonic() < limit, "no answer"
                time.sleep(0.1)
    finally:
        server.terminate()
        assert server.wait(60) == 0
