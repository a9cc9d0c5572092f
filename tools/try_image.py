"""Tries the recipe of the container image without a container engine: its steps, and the commands
of `compose.yaml`, in the clean root of `make test-host`."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.server.nursery import free_port
from tools.clean_root import CLEAN, PLACE, ROOT, SOMEBODY, as_somebody, environment, inside_root, megabytes, wait_for


def steps(stage: str) -> list[tuple[str, str]]:
    """Return the steps of one stage of `Containerfile` in order, each as ("COPY" or "RUN", the rest
    of the line)."""
    text = (ROOT / "Containerfile").read_text("utf-8").partition(f" AS {stage}\n")[2].partition("\nFROM ")[0]
    return re.findall(r"^(COPY|RUN) (.+)$", text, re.MULTILINE)


def put(source: Path, target: Path) -> None:
    """Copy a file or folder of the repository to `target`, without files that were generated in
    it."""
    made = shutil.ignore_patterns("__pycache__", "node_modules", "static")
    if source.is_dir():
        shutil.copytree(source, target, ignore=made, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def recipe_client(into: Path) -> None:
    """Carry out the image's first stage, which builds the client, in an empty folder `into`, with
    this machine's Node."""
    shutil.rmtree(into, ignore_errors=True)
    for word, rest in steps("client"):
        if word == "RUN":
            subprocess.run(["sh", "-c", rest], cwd=into, check=True)
            continue
        *sources, target = rest.split()
        for source in sources:
            is_folder = target.endswith("/")
            put(ROOT / source, into / target / Path(source).name if is_folder else into / target)


def recipe() -> None:
    """Carry out the steps of the image without an engine: build the client, install packages by
    their hashes, copy Malle. Then run the server from it as an unprivileged user, from files that
    cannot be written. Prints the size."""
    image, made = PLACE / "image", PLACE / "client"
    image.mkdir(exist_ok=True)
    recipe_client(made)
    for word, rest in steps("site"):
        if word == "RUN":
            inside_root(rest)
            continue
        source, target = rest.split()[-2:]
        inside = CLEAN / target.lstrip("/")
        if "--from=client" in rest:
            shutil.copytree(made / source.removeprefix("/src/"), inside, dirs_exist_ok=True)
        else:
            put(ROOT / source, inside)
    done: list[Path] = []
    try:
        for outside, place in ((CLEAN, image), (Path("/proc"), image / "proc"), (Path("/dev"), image / "dev")):
            subprocess.run(["mount", "--bind", outside, place], check=True)
            done.append(place)
        subprocess.run(["mount", "-o", "remount,bind,ro", image], check=True)
        compose(["chroot", str(image), "setpriv", "--reuid=10001", "--regid=10001", "--clear-groups"])
    finally:
        for place in reversed(done):
            subprocess.run(["umount", "--lazy", place], check=False)
    print(f"image: serves as nobody, read only; {megabytes(CLEAN / 'opt/malle'):.0f} MB of packages and Malle")


@contextlib.contextmanager
def postgres() -> Iterator[tuple[str, str]]:
    """Run a PostgreSQL in the clean root during the block, with the roles that `compose.yaml` makes. Yield
    the addresses for the owner and for the server."""
    port, bin_, place = free_port(), "/usr/lib/postgresql/15/bin", f"/home/{SOMEBODY}/composed"
    files = [f"rm -rf {place}", f"{bin_}/initdb --pgdata={place} --username=malle --auth=trust --data-checksums"]
    options = f"-p {port} -k /tmp"
    for line in (*files, f'{bin_}/pg_ctl -D {place} -o "{options}" -l {place}.log -w start'):
        subprocess.run(as_somebody(line), check=True, env=environment(), stdout=subprocess.DEVNULL)
    try:
        at = f"psql -h 127.0.0.1 -p {port} -U malle -v ON_ERROR_STOP=1"
        for line in (
            f"{at} -d postgres -c 'create database malle'",
            f"""{at} -d malle -c "create role malle_app login password 'x'" """,
        ):
            subprocess.run(as_somebody(line), check=True, env=environment(), stdout=subprocess.DEVNULL)
        yield f"postgresql://malle:y@127.0.0.1:{port}/malle", f"postgresql://malle_app:x@127.0.0.1:{port}/malle"
    finally:
        stop = as_somebody(f"{bin_}/pg_ctl -D {place} -m fast stop")
        subprocess.run(stop, check=False, env=environment(), stdout=subprocess.DEVNULL)


def asked(port: str, path: str, body: dict[str, object] | None = None) -> Any:
    """Send a request to the server's `/api/tables` followed by `path`, and return its JSON answer.
    With `body` it is a POST, else a GET."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def compose(nobody: Sequence[str]) -> None:
    """Run the commands of `compose.yaml` in the image, with a PostgreSQL of the clean root, until a
    robot has moved. `nobody` is the command that runs others as the unprivileged user. Exit if
    files can be written or no robot moves."""
    if subprocess.run([*nobody, "touch", "/opt/malle/x"], check=False, capture_output=True).returncode == 0:
        raise SystemExit("the image can be written")
    text = (ROOT / "compose.yaml").read_text("utf-8")
    serve = json.loads(re.findall(r'command: (\["serve".+\])', text)[0])
    settings = {**environment(), "MALLE_KEY": "0" * 64, "MALLE_ADDRESS": "https://games.example", "HOME": "/nowhere"}
    malle = [*nobody, "/opt/malle/bin/python", "-m", "malle"]
    with postgres() as (owner, app):
        settings["MALLE_DATABASES"] = f"1={app}"
        owners = {"MALLE_OWNER_DATABASES": f"1={owner}", "MALLE_OWNER_PEOPLE": owner}
        subprocess.run([*malle, "migrate"], env=settings | owners, check=True)
        port = serve[serve.index("--port") + 1] = str(free_port())
        child = subprocess.Popen([*malle, *serve], env=settings)
        try:
            wait_for(f"http://127.0.0.1:{port}/ready", child)
            subprocess.run([*malle, "house"], env=settings, check=True, stdout=subprocess.DEVNULL)
            opened = asked(port, "", {"game": "declarer", "seats": 3, "robots": 2, "name": "Ann"})
            limit = time.monotonic() + 120
            while asked(port, f"/{opened['table']}")["awaited"] != [
                0
            ]:  # robots declare first, then the officer is asked
                if time.monotonic() > limit:
                    raise SystemExit("no robot moves in the image")
                time.sleep(0.2)
        finally:
            child.terminate()
            child.wait(60)
