"""Files of a new document: from a path, a stream, bytes, or an address."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

# Divisible by three, so that the Base64 of one piece may be joined to the next.
_PIECE = 3 * 64 * 1024
# Stands in the JSON where the bytes of a source will be: no text of a body contains it by chance.
_MARK = f"source-{secrets.token_hex(16)}-"
_TYPES = {
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "p7s": "application/pkcs7-signature",
    "pdf": "application/pdf",
    "png": "image/png",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "txt": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml",
    "zip": "application/zip",
}


@dataclass(frozen=True)
class Source:
    """Bytes that are read while they are sent."""

    open: Callable[[], BinaryIO]
    # It can be opened only once: a call that has read from it is not repeated.
    once: bool = False


@dataclass(frozen=True)
class FileOf:
    """One file of a new document: its name with the extension, and its content or its address."""

    name: str
    content: bytes | Source | None = None
    url: str | None = None
    content_type: str | None = None
    shared: bool | None = None

    def to_wire(self) -> Any:
        title, dot, extension = self.name.rpartition(".")
        if not title:
            title, extension = self.name, ""
        wire: dict[str, Any] = {
            "contentType": self.content_type or _TYPES.get(extension.lower(), "application/octet-stream"),
            "extensao": extension,
            "nomeAmigavel": title,
        }
        wire |= {"linkArquivo": self.url} if self.url is not None else {"arquivo": self.content}
        return wire if self.shared is None else wire | {"compartilhado": self.shared}


def from_path(path: str | Path, name: str | None = None, *, content_type: str | None = None, shared: bool | None = None) -> FileOf:
    """Read from the disk while it is sent, anew for every try."""
    where = Path(path)
    return FileOf(name or where.name, Source(lambda: where.open("rb")), None, content_type, shared)


def from_stream(stream: BinaryIO, name: str, *, content_type: str | None = None, shared: bool | None = None) -> FileOf:
    """A stream is read once: a call that has read from it is not repeated."""
    return FileOf(name, Source(lambda: stream, once=True), None, content_type, shared)


def from_bytes(content: bytes, name: str, *, content_type: str | None = None, shared: bool | None = None) -> FileOf:
    """Bytes in memory."""
    return FileOf(name, content, None, content_type, shared)


def from_url(url: str, name: str, *, content_type: str | None = None, shared: bool | None = None) -> FileOf:
    """The service fetches it from there."""
    return FileOf(name, None, url, content_type, shared)


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    rest = b""
    while piece := stream.read(_PIECE):
        piece = rest + piece
        whole = len(piece) - len(piece) % 3
        rest = piece[whole:]
        yield base64.b64encode(piece[:whole])
    yield base64.b64encode(rest)


class Body:
    """What a call sends: made anew for every try."""

    def __init__(self, value: Any) -> None:
        self._sources: list[Source] = []
        self._opened = False
        self._parts = json.dumps(value, default=self._stand_in, ensure_ascii=False).split(_MARK)

    def _stand_in(self, value: Any) -> str:
        if isinstance(value, bytes | bytearray):
            return base64.b64encode(value).decode()
        if isinstance(value, Source):
            self._sources.append(value)
            return f"{_MARK}{len(self._sources) - 1};"
        raise TypeError(f"{type(value).__name__} cannot be sent as JSON")

    @property
    def again(self) -> bool:
        """False once a source has been opened that opens only once."""
        return not (self._opened and any(source.once for source in self._sources))

    def make(self) -> bytes | Iterator[bytes]:
        if not self._sources:
            return self._parts[0].encode()
        self._opened = True
        return self._stream()

    def _stream(self) -> Iterator[bytes]:
        yield self._parts[0].encode()
        for part in self._parts[1:]:
            number, _, text = part.partition(";")
            source = self._sources[int(number)]
            stream = source.open()
            try:
                yield from filter(None, _pieces(stream))
            finally:
                if not source.once:
                    stream.close()
            yield text.encode()
