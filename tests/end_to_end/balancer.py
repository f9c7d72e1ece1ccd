"""nginx, as a plain load balancer in front of replicas."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

# A call is given to another replica only where it did not reach the first: what was sent is never sent again.
CONFIGURATION = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream replicas {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://replicas;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_buffering off;
            proxy_next_upstream error timeout;
        }}
    }}
}}
"""
SECONDS = 30


@contextmanager
def balancing(urls: Sequence[str], folder: Path) -> Iterator[str]:
    """The URL at which nginx gives each call to one of the servers, in turn."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if nginx is None:
        pytest.skip("nginx is not installed, so there is no load balancer")
    folder.mkdir()
    port = free_port()
    servers = " ".join(f"server {httpx2.URL(url).netloc.decode()} max_fails=0;" for url in urls)
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, servers=servers, port=port))
    command = [nginx, "-p", str(folder), "-c", str(configuration), "-e", str(folder / "error.log")]
    with subprocess.Popen(command) as process:
        try:
            wait_for(port, process)
            yield f"http://127.0.0.1:{port}{httpx2.URL(urls[0]).path}"
        finally:
            process.terminate()
            process.wait(timeout=SECONDS)


def free_port() -> int:
    """A port that nobody listened on a moment ago; nginx cannot be asked for any."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError("nginx does not listen")
