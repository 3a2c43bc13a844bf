"""Refusals of the service."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class FieldProblem:
    """Where in the request, in its own names, and what."""

    field: str
    code: str
    message: str


class AcervoError(Exception):
    """A refusal. With a status below 500 nothing was changed; above, the result may be unknown."""

    def __init__(self, status: int, text: str, request_id: str | None) -> None:
        try:
            told = json.loads(text)
            # Stable, as DOCUMENTO_INEXISTENTE; "" when something between here and the service answered.
            self.code: str = told["codigo"]
            self.message: str = told["mensagem"]
            self.fields = [FieldProblem(each["campo"], each["codigo"], each["mensagem"]) for each in told.get("erros") or []]
        except (ValueError, KeyError, TypeError):
            self.code, self.message, self.fields = "", text, []
        self.status = status
        # For the support.
        self.request_id = request_id
        super().__init__(f"{status} {self.code} {self.message}".replace("  ", " "))
