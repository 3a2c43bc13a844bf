"""Notifications of webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any


class WebhookError(Exception):
    """A notification that no webhook with this secret has sent, or that is too old."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes | str, *, tolerance: float = 300) -> dict[str, Any]:
    """The event of a notification, once its signature is right.

    body: as it came, before anything has read it as JSON. tolerance: how old it may be, in seconds.
    """
    given = {name.lower(): value for name, value in headers.items()}
    sent_at = given.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > tolerance:
        raise WebhookError("the time of the notification is missing, or too far from now")
    content = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{given.get('webhook-id', '')}.{sent_at}.".encode() + content, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Two of them while a secret is being replaced.
    for signature in given.get("webhook-signature", "").split():
        if hmac.compare_digest(signature.encode(), expected):
            event: dict[str, Any] = json.loads(content)
            return event
    raise WebhookError("the signature is not of this secret")
