"""Log-ins: one at a time for all threads, as a refresh token works once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypedDict

from .errors import AcervoError


class Session(TypedDict):
    """What a login answers; may be kept, and taken up later."""

    Token: str
    RefreshToken: str
    IdUsuario: str
    Login: str


class Sessions:
    def __init__(
        self,
        post: Callable[[str, dict[str, Any]], Any],
        credentials: tuple[str, str] | None,
        session: Session | None,
        on_session: Callable[[Session], None],
    ) -> None:
        self._post, self._credentials, self._session, self._on_session = post, credentials, session, on_session
        self._lock = threading.Lock()

    def token(self) -> str:
        with self._lock:
            return (self._session or self._keep(self._login()))["Token"]

    def renewed(self, refused: str) -> str:
        """The token after the refused one; another thread may have renewed it already."""
        with self._lock:
            if self._session and self._session["Token"] != refused:
                return self._session["Token"]
            return self._keep(self._renew())["Token"]

    def _keep(self, session: Session) -> Session:
        self._session = session
        self._on_session(session)
        return session

    def _renew(self) -> Session:
        if self._session is None:
            return self._login()
        kept = self._session
        body = {"idUsuario": kept["IdUsuario"], "username": kept["Login"], "refreshToken": kept["RefreshToken"]}
        try:
            renewed: Session = self._post("/api/Autenticacao/RefreshToken", body)
            return renewed
        except AcervoError as refusal:
            if refusal.status != 401 or self._credentials is None:
                raise
        return self._login()

    def _login(self) -> Session:
        if self._credentials is None:
            raise TypeError("username and password, a session or a token are needed")
        username, password = self._credentials
        session: Session = self._post("/api/Autenticacao/Login", {"username": username, "password": password})
        return session
