"""An authorization server on the loopback address, and a refund desk that believes it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

from .processes import Listening, listening
from .projects import SPECS, rendered, replacing

RESOURCE = "https://desk.example.com/mcp"
KEY = ec.generate_private_key(ec.SECP256R1())


class Issuer:
    """Tells its metadata and its keys, and makes tokens."""

    url = ""

    def answer(self, path: str) -> Any:
        """What is at this path; None where there is nothing."""
        public = ECAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
        return {
            "/.well-known/openid-configuration": {"issuer": self.url, "jwks_uri": f"{self.url}/keys"},
            "/keys": {"keys": [{**public, "kid": "key-1", "use": "sig", "alg": "ES256"}]},
        }.get(path)

    def token(self, key: Any = KEY, kid: str = "key-1", algorithm: str = "ES256", **changes: Any) -> str:
        """A token that opens the desk, but for the changes; those that are None are left out."""
        now = int(time.time())
        claims = {"iss": self.url, "aud": RESOURCE, "exp": now + 600, "scope": "refunds other", "sub": "ada"} | changes
        given = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(given, key, algorithm=algorithm, headers={"kid": kid})


@contextmanager
def issuing() -> Iterator[Issuer]:
    """An issuer that answers."""
    issuer = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = issuer.answer(self.path)
            body = json.dumps(found).encode()
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        issuer.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, daemon=True).start()
        yield issuer
        server.shutdown()


def desk(folder: Path, http: str) -> Path:
    """The refund desk with this under `server.http`."""
    return rendered(SPECS / "refund_desk.yaml", folder, replacing("server:\n", f"server:\n  http: {http}\n"))


@contextmanager
def desk_behind(issuer: Issuer, folder: Path, variables: Mapping[str, str] | None = None) -> Iterator[Listening]:
    """A refund desk that listens, for callers with a token of the issuer for the scope `refunds`."""
    oauth = f"{{issuer: $ISSUER, resource: '{RESOURCE}', scopes: [refunds]}}"
    source = desk(folder, f"{{auth: {{oauth: {oauth}}}, allowed_hosts: desk.example.com}}")
    environment = {"DATABASE_URL": f"sqlite:///{folder}/shop.db", "ISSUER": issuer.url, **(variables or {})}
    with listening("refund_desk", source, environment) as process:
        yield process
