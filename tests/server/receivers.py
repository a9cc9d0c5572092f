"""What receives notices in tests: a push service that decrypts what it is sent, and a mail server. Both answer as they
are told to, and keep everything.
"""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from tests.server.nursery import free_port


def text_of(data: bytes) -> str:
    """Base64 as the web writes it."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    """The same read."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Pushed(Struct, frozen=True):
    """A message that was pushed, as a browser reads it."""

    browser: str
    topic: str
    ttl: int
    told: dict[str, Any]


class Browser:
    """A browser that may be pushed to: it has a key of its own."""

    def __init__(self, service: PushService, name: str) -> None:
        self.name = name
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self._service = service

    def subscription(self, key: str) -> dict[str, str]:
        """What it gives whoever may push to it, by our public key."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"{self._service.address}/{self.name}"
        return {"endpoint": endpoint, "p256dh": text_of(point), "auth": text_of(self.auth), "key": key}

    def read(self, body: bytes) -> Any:
        """What was encrypted for it."""
        plain = http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        return json.loads(plain)


class PushService:
    """A push service: it checks who sends, and hands on what only the browser can read."""

    def __init__(self) -> None:
        self.pushed: list[Pushed] = []
        self.keys: set[str] = set()
        """The public keys that senders signed by."""
        self.answer: Callable[[str], tuple[int, dict[str, str]] | None] = lambda name: (201, {})
        """What it says to a message for a browser; None: nothing, for as long as anybody waits."""
        self.asked: list[str] = []
        self.browsers: dict[str, Browser] = {}
        self.released = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                name = self.path.strip("/")
                body = self.rfile.read(int(self.headers["content-length"]))
                service.asked.append(name)
                answer = service.answer(name)
                if answer is None:
                    service.released.wait(60)
                    return
                status, headers = answer
                if status == 201:
                    service.keys.add(_signer(self.headers["authorization"], service.address))
                    told = service.browsers[name].read(body)
                    service.pushed.append(Pushed(name, self.headers["topic"], int(self.headers["ttl"]), told))
                self.send_response(status)
                for key, value in headers.items():
                    self.send_header(key, value)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def browser(self, name: str) -> Browser:
        """A browser that it serves."""
        made = self.browsers[name] = Browser(self, name)
        return made

    def close(self) -> None:
        """Ends it."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()


def _signer(authorization: str, audience: str) -> str:
    """The public key of a sender; fails if they did not sign for this service."""
    parts = dict(each.strip().split("=", 1) for each in authorization.removeprefix("vapid ").split(","))
    head, claims, signature = parts["t"].split(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
    raw = bytes_of(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    told = json.loads(bytes_of(claims))
    assert told["aud"] == audience
    assert told["sub"].startswith("mailto:")
    return parts["k"]


class Post:
    """A mail server."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer = "250 OK"
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Somebody is to get a mail."""
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """A mail."""
        made = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(made, EmailMessage)
        self.mails.append(made)
        return "250 OK"

    def close(self) -> None:
        """Ends it."""
        self._controller.stop()
