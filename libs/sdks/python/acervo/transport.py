"""Calls over HTTP: sessions, retries by Retry-After, keys of repeatable creates."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from .errors import AcervoError
from .files import Body
from .session import Session, Sessions

_LONGEST_WAIT_SECONDS = 30.0
_TOKEN_REFUSED = "TOKEN_INVALIDO"
Response = http.client.HTTPResponse


@dataclass(frozen=True)
class CallOptions:
    """Of one call."""

    # The same call under the same key happens once. Creates get a new key unless given.
    idempotency_key: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    # Sees the answer's headers, as ETag.
    on_response: Callable[[Response], None] | None = None


@dataclass(frozen=True)
class Operation:
    """An operation as the service's OpenAPI document describes it."""

    method: str
    # With {name} where a value of the input stands.
    path: str
    repeatable: bool
    secured: bool
    accept: str = "application/json"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    """Lists repeat their name; their objects are JSON texts."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [pair for each in value for pair in _pairs(name, each)]
    return [(name, json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else _text(value))]


class Transport:
    def __init__(
        self,
        url: str,
        *,
        credentials: tuple[str, str] | None,
        session: Session | None,
        token: str | None,
        on_session: Callable[[Session], None],
        subscription_key: str | None,
        retries: int,
        timeout: float,
    ) -> None:
        self._url, self._token, self._key = url.rstrip("/"), token, subscription_key
        self._retries, self._timeout = retries, timeout
        self._sessions = Sessions(self._post, credentials, session, on_session)

    def call(
        self,
        operation: Operation,
        in_path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any = None,
        options: CallOptions | None = None,
    ) -> Any:
        with self.open(operation, in_path, query, body, options) as response:
            content = response.read()
        return json.loads(content) if operation.accept == "application/json" else content

    def open(
        self,
        operation: Operation,
        in_path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any = None,
        options: CallOptions | None = None,
    ) -> Response:
        """The answer, to be read and closed."""
        options = options or CallOptions()
        path = operation.path
        for name, value in in_path.items():
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        pairs = [pair for name, value in query.items() for pair in _pairs(name, value)]
        url = self._url + path + ("?" + urlencode(pairs) if pairs else "")
        sent = None if body is None else Body(body)
        headers = self._headers(operation, sent, options)
        can_repeat = operation.method == "GET" or "idempotency-key" in headers
        if not operation.secured:
            return self._answered(self._sent(operation.method, url, headers, sent, can_repeat), options)
        token = self._token or self._sessions.token()
        try:
            bearer = {"authorization": f"Bearer {token}"}
            return self._answered(self._sent(operation.method, url, headers | bearer, sent, can_repeat), options)
        except AcervoError as refusal:
            if self._token or refusal.code != _TOKEN_REFUSED or (sent and not sent.again):
                raise
        bearer = {"authorization": f"Bearer {self._sessions.renewed(token)}"}
        return self._answered(self._sent(operation.method, url, headers | bearer, sent, can_repeat), options)

    def _headers(self, operation: Operation, body: Body | None, options: CallOptions) -> dict[str, str]:
        headers = {"Accept": operation.accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self._key is not None and operation.secured:
            headers["SubscriptionKey"] = self._key
        key = options.idempotency_key or (str(uuid.uuid4()) if operation.repeatable else None)
        if key is not None:
            headers["Idempotency-Key"] = key
        # Those of the caller replace the others, in any case.
        return {name.lower(): value for name, value in (headers | dict(options.headers)).items()}

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if self._key is not None:
            headers["SubscriptionKey"] = self._key
        with self._sent("POST", self._url + path, headers, Body(body), True) as response:
            return json.loads(response.read())

    @staticmethod
    def _answered(response: Response, options: CallOptions) -> Response:
        if options.on_response is not None:
            options.on_response(response)
        return response

    def _sent(self, method: str, url: str, headers: Mapping[str, str], body: Body | None, can_repeat: bool) -> Response:
        """A call with 429 was not executed; the result of a call with 503 or a broken connection is unknown."""
        for left in range(self._retries, -1, -1):
            seconds = 2.0 ** (self._retries - left) / 4
            data = None if body is None else body.make()
            request = urllib.request.Request(url, data=data, headers=dict(headers), method=method)
            try:
                answer: Response = urllib.request.urlopen(request, timeout=self._timeout)
                return answer
            except urllib.error.HTTPError as refused:
                with refused:
                    text = refused.read().decode(errors="replace")
                refusal = AcervoError(refused.code, text, refused.headers.get("x-request-id"))
                try:
                    seconds = float(refused.headers.get("retry-after", seconds))
                except ValueError:
                    raise refusal from None
                is_early = refused.code == 429 or (refused.code == 503 and can_repeat)
                if not left or not is_early or (body and not body.again) or seconds > _LONGEST_WAIT_SECONDS:
                    raise refusal from None
            except (urllib.error.URLError, OSError, http.client.HTTPException):
                if not left or not can_repeat or (body and not body.again):
                    raise
            time.sleep(seconds)
        raise AssertionError("the last try returns or raises")
