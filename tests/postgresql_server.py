"""A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket, gone at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "tester"
PASSWORD = "secret-of-the-tester"
# Debian keeps the server programs out of the PATH.
FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


class MissingServerError(Exception):
    """There is no PostgreSQL server that could be started. The text says what is needed."""


@contextmanager
def running() -> Iterator[str]:
    """The URL of the database `postgres` on a new server. Raises MissingServerError."""
    initdb, control = _program("initdb"), _program("pg_ctl")
    with _owned_folder() as folder:
        _create(initdb, folder)
        cluster = ("--pgdata", str(folder / "data"), "--wait")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        _run(control, *cluster, "--log", str(folder / "log"), "--options", options, "start")
        try:
            yield f"postgresql://{USER}:{PASSWORD}@/postgres?host={folder}"
        finally:
            _run(control, *cluster, "--mode", "immediate", "stop")


def _create(initdb: str, folder: Path) -> None:
    password = folder / "password"
    password.write_text(PASSWORD)
    login = ("--username", USER, "--pwfile", str(password), "--auth", "scram-sha-256")
    _run(initdb, "--pgdata", str(folder / "data"), *login, "--no-sync", "--encoding", "UTF8")


def _program(name: str) -> str:
    found = shutil.which(name) or next((str(folder / name) for folder in FOLDERS if (folder / name).exists()), None)
    if found is None:
        raise MissingServerError(
            f"PostgreSQL is not installed: there is no {name} (Debian: apt-get install postgresql)"
        )
    return found


@contextmanager
def _owned_folder() -> Iterator[Path]:
    """A folder of the user that the server runs as, with a name short enough for a Unix socket in it."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    try:
        if (user := _server_user()) is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _server_user() -> str | None:
    """The user that must run the server, for PostgreSQL refuses to be run by root; None for the one we are."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        raise MissingServerError("PostgreSQL cannot be run by root, and there is no user postgres") from None


def _run(*command: str) -> None:
    # Not into a pipe: the server inherits it, and waiting for its end would never end.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            command, user=_server_user(), cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=60
        )
        output.seek(0)
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {output.read()}")
