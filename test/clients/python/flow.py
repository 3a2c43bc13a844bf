"""A program of a user of the generated client: files a document, finds, fetches, shares and deletes it.

    python flow.py http://127.0.0.1:3000 demo Acervo@2026
"""

import base64
import json
import random
import sys
from typing import TypedDict, TypeVar
from urllib.parse import unquote, urlsplit
from uuid import UUID

from acervo_client import AuthenticatedClient, Client
from acervo_client.api.acervo import (
    authentication_sign_in,
    documents_create_v3,
    documents_remove,
    documents_search,
    files_fetch,
    files_upload,
    find_documents_find,
    share_links_revoke,
    share_links_share,
    shared_file_open,
    structure_describe,
)
from acervo_client.models import (
    CreateDocumentV3,
    CreatedV3,
    ErrorBody,
    FileV3,
    FilterCondition,
    FilterConditionOperador,
    FilterGroup,
    FindBody,
    IndexerValue,
    LoginBody,
    NewFileBody,
    PreviewAnswer,
    SharedDocumentAnswer,
)
from acervo_client.types import File, Unset

BIG = 5_000_000
DAY = "21/11/2026"
T = TypeVar("T")


class Place(TypedDict):
    id_unidade: UUID
    id_cliente: UUID
    id_arvore_organizacional: UUID


def good(answer: T | ErrorBody | None) -> T:
    if answer is None or isinstance(answer, ErrorBody):
        raise AssertionError(f"refused: {answer}")
    return answer


def base64_of(content: bytes) -> str:
    return base64.b64encode(content).decode()


def done(step: str) -> None:
    print(f"step {step}", flush=True)


def main(url: str, username: str, password: str) -> None:
    login = LoginBody(username=username, password=password)
    session = good(authentication_sign_in.sync(client=Client(base_url=url), body=login))
    client = AuthenticatedClient(base_url=url, token=session.token)
    unit = good(structure_describe.sync(client=client))[0]
    customer = unit.clientes[0]
    level = next(each for each in customer.arvores if each.nome == "Notas Fiscais")
    owner = customer.id_cliente
    place: Place = {
        "id_unidade": unit.id_unidade,
        "id_cliente": owner,
        "id_arvore_organizacional": level.id_arvore_organizacional,
    }
    done("login")

    number = str(random.randrange(10**9, 10**10))
    content = "Olá, acervo!\n".encode()
    body = CreateDocumentV3(
        valores_campos=[
            IndexerValue(label="Número", valor_campo=number),
            IndexerValue(label="Data de Emissão", valor_campo=DAY),
        ],
        arquivos=[FileV3(arquivo=base64_of(content), content_type="text/plain", extensao="txt", nome_amigavel="Olá")],
    )
    key = f"nota-{number}"
    preview = good(documents_create_v3.sync(client=client, body=body, simular=True, **place))
    assert isinstance(preview, PreviewAnswer), preview
    created = good(documents_create_v3.sync(client=client, body=body, idempotency_key=key, **place))
    assert isinstance(created, CreatedV3), created
    assert documents_create_v3.sync(client=client, body=body, idempotency_key=key, **place) == created
    document, file = created.id_documento, created.arquivos[0].id_arquivo
    done("create")

    def search(day: str = DAY) -> list[str]:
        wanted = [IndexerValue(label="Número", valor_campo=number), IndexerValue(label="Data de Emissão", valor_campo=day)]
        texts = [json.dumps(each.to_dict()) for each in wanted]
        found = documents_search.sync(client=client, id_cliente=owner, valores_campos=texts)
        return [pair.valor for entry in good(found).metadados for pair in entry.meta_dados]

    assert str(document) in search() and number in search()
    assert search("22/11/2026") == []
    done("search")

    def find(operator: FilterConditionOperador) -> list[UUID]:
        named = FilterCondition(campo="Número", operador=operator, valor=number)
        group = FilterCondition(nenhuma=[FilterCondition(campo="Número", operador=FilterConditionOperador.VAZIO)])
        wanted = FindBody(filtro=FilterGroup(todas=[named, group]), colunas=["Número"])
        return [each.id for each in good(find_documents_find.sync(client=client, body=wanted, id_cliente=owner)).documentos]

    assert find(FilterConditionOperador.IGUAL) == [document]
    assert document not in find(FilterConditionOperador.DIFERENTE)
    done("find")

    def fetch(id_imagem: UUID) -> bytes:
        return base64.b64decode(good(files_fetch.sync(id_imagem, owner, client=client)).arquivo)

    assert fetch(file) == content
    done("fetch")

    shared = good(share_links_share.sync(document, owner, client=client))
    assert isinstance(shared, SharedDocumentAnswer), shared
    link = shared.arquivos[0].link_compartilhado
    assert not isinstance(link, Unset)
    token = unquote(urlsplit(link).path.rsplit("/", 1)[1])
    opened = shared_file_open.sync(token, client=Client(base_url=url))
    assert isinstance(opened, File) and opened.payload.read() == content
    done("share")

    assert isinstance(good(share_links_revoke.sync(document, owner, client=client)), str)
    closed = shared_file_open.sync(token, client=Client(base_url=url))
    assert isinstance(closed, ErrorBody) and closed.codigo == "LINK_NAO_ENCONTRADO", closed
    done("revoke")

    refused = documents_create_v3.sync(client=client, body=CreateDocumentV3(valores_campos=[]), **place)
    assert isinstance(refused, ErrorBody), refused
    assert not isinstance(refused.erros, Unset) and refused.erros[0].codigo, refused
    done(f"refusal {refused.codigo}")

    large = random.randbytes(BIG)
    sent = [NewFileBody(arquivo=base64_of(large), nome_imagem="Anexo", extensao="bin")]
    added = good(files_upload.sync(client=client, body=sent, id_documento=document))
    assert isinstance(added, list), added
    assert fetch(added[0].id_imagem) == large
    done("upload")

    assert isinstance(good(documents_remove.sync(client=client, id_documento=document, **place)), str)
    assert search() == []
    done("delete")


main(*sys.argv[1:])
