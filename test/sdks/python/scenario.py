"""The scenario of all SDKs (scripts/sdks/scenario.mjs) with acervo-client."""

import hashlib
import io
import json
from pathlib import Path

from acervo import AcervoError, Session, WebhookError, connect, from_path, from_stream, from_url, verify_webhook
from acervo.client import Place
from acervo.operations import CreatedV3

scenario = json.loads(Path("scenario.json").read_text(encoding="utf-8"))
login = {"username": scenario["username"], "password": scenario["password"]}


class Pieces(io.RawIOBase):
    """A stream that gives a few bytes at a time, and cannot go back."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.left = pieces

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self.left.pop(0) if self.left else b""


def done(step: str) -> None:
    print(f"step {step}", flush=True)


def fields_of(number: str) -> dict[str, str]:
    return {"Número": number, "Data de Emissão": "21/11/2026"}


sessions: list[Session] = []
acervo = connect(scenario["url"], **login, on_session=sessions.append)
unit = acervo.api.structure.describe()[0]
client = unit["clientes"][0]
level = next(each for each in client["arvores"] if each["nome"] == "Notas Fiscais")
owner = client["idCliente"]
place: Place = {"idUnidade": unit["idUnidade"], "idCliente": owner, "idArvoreOrganizacional": level["idArvoreOrganizacional"]}
begin = acervo.api.events.follow(idCliente=owner, apos="fim")["proximo"]
done("login")

fields = fields_of(scenario["number"])
from_disk = acervo.file_document(place, fields=fields, files=[from_path(scenario["path"])])
done("path")

pieces = ["Olá, ", "ace", "rvo", "!\n"]
stream = Pieces([each.encode() for each in pieces])
from_pieces = acervo.file_document(place, fields=fields, files=[from_stream(stream, "Fluxo.txt")])  # type: ignore[arg-type]
done("stream")

from_link = acervo.file_document(place, fields=fields, files=[from_url(scenario["link"], "Ligado.txt")])
done("url")


def search(number: str) -> list[str]:
    found = acervo.find_documents(
        owner, {"filtro": {"todas": [{"campo": "Número", "operador": "igual", "valor": number}]}, "tamanhoPagina": 2}
    )
    return sorted(each["id"] for each in found)


assert search(scenario["number"]) == sorted(each["idDocumento"] for each in (from_disk, from_pieces, from_link))
done("search")


def file_of(created: CreatedV3) -> str:
    return created["arquivos"][0]["idArquivo"]


faulty = connect(scenario["faultyUrl"], **login)
assert faulty.download_file(file_of(from_disk), owner, "got.bin") == 5_000_000
assert hashlib.sha256(Path("got.bin").read_bytes()).hexdigest() == scenario["sha256"]
assert acervo.api.files.fetch_bytes(idImagem=file_of(from_pieces), idCliente=owner).decode() == "".join(pieces)
assert acervo.api.files.fetch_bytes(idImagem=file_of(from_link), idCliente=owner).decode() == scenario["linked"]
done("download")

for event in acervo.follow_events(owner, apos=str(begin), tipo=["documento.criado"]):
    if event["data"]["idDocumento"] == from_link["idDocumento"]:
        break
done("events")

webhook = scenario["webhook"]
secret, headers, body = webhook["secret"], webhook["headers"], webhook["body"]
assert verify_webhook(secret, headers, body)["type"] == "webhook.teste"
for wrong in ((headers, body + " "), (headers | {"webhook-timestamp": "1700000000"}, body)):
    try:
        verify_webhook(secret, *wrong)
        raise AssertionError(f"took {wrong}")
    except WebhookError:
        pass
done("webhook")

repeated = f"{scenario['number']}9"[-10:]
once = faulty.file_document(place, fields=fields_of(repeated), files=[from_path(scenario["path"])])
assert search(repeated) == [once["idDocumento"]]
done("retry")

try:
    acervo.file_document(place)
    raise AssertionError("filed without values")
except AcervoError as refusal:
    assert (refusal.status, refusal.code) == (400, "ENTRADA_INVALIDA")
done("refusal")

# A session that was kept, whose token no longer works.
later = connect(scenario["url"], session={**sessions[0], "Token": "x.y.z"}, on_session=sessions.append)
assert later.api.structure.describe()[0]["idUnidade"] == unit["idUnidade"]
assert later.api.limits.limits() and len(sessions) == 2
done("renewal")
