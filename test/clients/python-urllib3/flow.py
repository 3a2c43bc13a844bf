"""A program of a user of the client that OpenAPI Generator makes for Python: files a document and finds it by two fields."""

import base64
import random
import sys

from openapi_client import AcervoApi, ApiClient, Configuration, CreateDocumentV3, FileV3, IndexerValue, LoginBody

DAY = "21/11/2026"


def value(label: str, text: str) -> IndexerValue:
    return IndexerValue(label=label, valor_campo=text)


def main(url: str, username: str, password: str) -> None:
    configuration = Configuration(host=url)
    api = AcervoApi(ApiClient(configuration))
    configuration.access_token = api.authentication_sign_in(LoginBody(username=username, password=password)).token
    unit = api.structure_describe()[0]
    client = unit.clientes[0]
    level = next(each for each in client.arvores if each.nome == "Notas Fiscais")
    print("step login")

    number = str(random.randrange(10**9, 10**10))
    content = base64.b64encode("Olá, acervo!\n".encode()).decode()
    file = FileV3(arquivo=content, content_type="text/plain", extensao="txt", nome_amigavel="Olá")
    body = CreateDocumentV3(valores_campos=[value("Número", number), value("Data de Emissão", DAY)], arquivos=[file])
    created = api.documents_create_v3(unit.id_unidade, client.id_cliente, level.id_arvore_organizacional, body)
    assert len(created.arquivos) == 1
    print("step create")

    def search(day: str) -> list[str]:
        both = [value("Número", number), value("Data de Emissão", day)]
        found = api.documents_search(client.id_cliente, valores_campos=[each.to_json() for each in both])
        return [entry.meta_dados[0].valor for entry in found.metadados]

    assert search(DAY) == [str(created.id_documento)]
    assert search("22/11/2026") == []
    print("step search")


main(*sys.argv[1:])
