"""What a program uses: all operations by their groups, and the everyday ones in one call each."""

from __future__ import annotations

import http.client
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TypedDict

from .files import FileOf
from .operations import CloudEvent, CreatedV3, CreateDocumentV3, FindBody, FoundDocumentAnswer, Operations
from .session import Session
from .transport import CallOptions, Operation, Transport

_LONGEST_WAIT_SECONDS = 25
_PIECE = 256 * 1024
_BYTES = Operation("GET", "/api/Arquivo/{idImagem}/Cliente/{idCliente}", False, True, "application/octet-stream")


class Place(TypedDict):
    """Where documents are filed."""

    idUnidade: str
    idCliente: str
    idArvoreOrganizacional: str


class Acervo:
    def __init__(self, transport: Transport) -> None:
        # Every operation of the service, by its group.
        self.api = Operations(transport.call)
        self._transport = transport

    def file_document(
        self,
        place: Place,
        *,
        fields: Mapping[str, str] | None = None,
        files: Sequence[FileOf] = (),
        external_key: str | None = None,
        options: CallOptions | None = None,
    ) -> CreatedV3:
        """Files a document in one call: everything is stored, or nothing. Fields are values by their labels."""
        body: CreateDocumentV3 = {
            "valoresCampos": [{"label": label, "valorCampo": value} for label, value in (fields or {}).items()],
            "arquivos": [file.to_wire() for file in files],
        }
        if external_key is not None:
            body["chaveExterna"] = external_key
        return self.api.documents.create_v3(**place, body=body, options=options)

    def find_documents(self, id_cliente: str, body: FindBody, options: CallOptions | None = None) -> Iterator[FoundDocumentAnswer]:
        """All documents that a search finds, in its order: asks for the next page when it is needed."""
        while True:
            page = self.api.find_documents.find(idCliente=id_cliente, body=body, options=options)
            yield from page["documentos"]
            if page["proximo"] is None:
                return
            body = {**body, "cursor": page["proximo"]}

    def follow_events(
        self,
        id_cliente: str,
        *,
        apos: str | None = None,
        epoca: str | None = None,
        tipo: list[str] | None = None,
        on_position: Callable[[int, str | None], None] | None = None,
    ) -> Iterator[CloudEvent]:
        """The events of a client, oldest first, without end: waits for the next one.

        apos: position after which to read; "fim": from now on; None: from the first event. on_position is called once all events up to
        a position have been handled: store it, with the epoch if there is one, and go on from there.
        """
        while True:
            page = self.api.events.follow(idCliente=id_cliente, apos=apos, epoca=epoca, tipo=tipo, espera=_LONGEST_WAIT_SECONDS)
            yield from page["eventos"]
            apos, epoca = str(page["proximo"]), page.get("epoca", epoca)
            if on_position is not None:
                on_position(page["proximo"], epoca)

    def download_file(self, id_imagem: str, id_cliente: str, path: str | os.PathLike[str], *, retries: int = 5) -> int:
        """Writes the bytes of a file to path, which has its whole content or is not there; returns their number."""
        unfinished = Path(f"{os.fspath(path)}.part")
        try:
            with unfinished.open("wb") as file:
                got = self._fetch_into(file, {"idImagem": id_imagem, "idCliente": id_cliente}, retries)
            unfinished.replace(path)
            return got
        finally:
            unfinished.unlink(missing_ok=True)

    def _fetch_into(self, file: IO[bytes], place: Mapping[str, str], retries: int) -> int:
        etag: str | None = None
        for left in range(retries, -1, -1):
            got = file.tell()
            headers = {"Range": f"bytes={got}-", "If-Range": etag} if got and etag else {}
            try:
                with self._transport.open(_BYTES, place, {}, None, CallOptions(headers=headers)) as response:
                    if response.status != 206:
                        file.seek(0)
                        file.truncate()
                    etag = response.headers.get("etag")
                    expected = response.length
                    started = file.tell()
                    while piece := response.read(_PIECE):
                        file.write(piece)
                    # A short answer is no error for http.client.
                    if expected is not None and file.tell() - started < expected:
                        raise http.client.IncompleteRead(b"", expected - file.tell() + started)
                return file.tell()
            except (OSError, http.client.HTTPException):
                if not left:
                    raise
        raise AssertionError("the last try returns or raises")


def connect(
    url: str,
    *,
    username: str | None = None,
    password: str | None = None,
    session: Session | None = None,
    token: str | None = None,
    on_session: Callable[[Session], None] = lambda session: None,
    subscription_key: str | None = None,
    retries: int = 2,
    timeout: float = 300,
) -> Acervo:
    """Nothing is sent before the first call, which logs in.

    session: of an earlier login. token: an access token to be sent as it is. on_session: called after every login and renewal, to store the
    session. subscription_key: of the client and unit, where the service demands one. retries: of calls that met a busy service or a broken
    connection. timeout: seconds without a byte.
    """
    credentials = (username, password) if username is not None and password is not None else None
    return Acervo(
        Transport(
            url,
            credentials=credentials,
            session=session,
            token=token,
            on_session=on_session,
            subscription_key=subscription_key,
            retries=retries,
            timeout=timeout,
        )
    )
