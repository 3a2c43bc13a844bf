"""Client of the Acervo document archive."""

from ._version import __version__
from .client import Acervo, connect
from .errors import AcervoError, FieldProblem
from .files import FileOf, Source, from_bytes, from_path, from_stream, from_url
from .session import Session
from .transport import CallOptions
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Acervo",
    "AcervoError",
    "CallOptions",
    "FieldProblem",
    "FileOf",
    "Session",
    "Source",
    "WebhookError",
    "__version__",
    "connect",
    "from_bytes",
    "from_path",
    "from_stream",
    "from_url",
    "verify_webhook",
]
