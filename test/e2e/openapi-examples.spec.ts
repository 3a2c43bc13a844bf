import { IDS, place } from './support/api';
import { describeService } from './support/describe-service';
import { parameterOf, type ApiDocument } from './support/documented';

interface DescribedAnswer {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Described {
  'x-operation'?: string;
  requestBody?: { required: boolean; content: Record<string, { schema: object; examples: { exemplo: { value: unknown } } }> };
  parameters: { $ref?: string; name: string; in: string; required: boolean }[];
  responses: Record<string, DescribedAnswer>;
  summary: string;
}

/** A client that knows nothing but the OpenAPI document does the daily work. */
describeService('the OpenAPI document', ({ demo: api }) => {
  let refusals: Record<string, DescribedAnswer>;
  let operations: Map<string, { method: string; path: string; described: Described }>;

  beforeAll(async () => {
    const { json } = await api.get('/openapi.json', { token: null });
    refusals = json.components.responses;
    const { components } = json as ApiDocument;
    operations = new Map(
      Object.entries(json.paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, described]) => [
          described['x-operation'] ?? path,
          {
            method: method.toUpperCase(),
            path,
            described: { ...described, parameters: described.parameters.map((each) => parameterOf(components, each)) },
          },
        ]),
      ),
    );
  });

  const exampleOf = (number: string) => Object.values(operations.get(number)!.described.requestBody!.content)[0]!.examples.exemplo.value;

  const call = (number: string, ids: Record<string, string> = {}, body?: unknown) => {
    const { method, path, described } = operations.get(number)!;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
    const inQuery = described.parameters.filter((parameter) => parameter.in === 'query' && ids[parameter.name] !== undefined);
    const query = Object.fromEntries(inQuery.map(({ name }) => [name, ids[name] as string]));
    return api.call(method, filled, { query, ...(body !== undefined && { body }) });
  };

  it('has an example for every body, and every refusal in the common shape', () => {
    for (const { described } of operations.values()) {
      if (described.requestBody) {
        for (const content of Object.values(described.requestBody.content)) expect(content.examples.exemplo.value).toBeDefined();
      }
      for (const status of Object.keys(described.responses).filter((code) => Number(code) >= 400)) {
        const { $ref, content } = described.responses[status]!;
        const shown = $ref === undefined ? content : refusals[$ref.split('/').at(-1)!]?.content;
        expect(shown?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ErrorBody' });
      }
    }
  });

  it.each(['4.2', '4.3', '4.9'])('has an example for %s that works in the demo archive', async (number) => {
    expect((await call(number, place(), exampleOf(number))).status).toBe(201);
  });

  it('is sufficient to create, search, fetch, share, unshare and delete', async () => {
    const created = await call('4.9', place(), exampleOf('4.9'));
    const ids = { ...place(), idDocumento: created.json.idDocumento as string, idImagem: created.json.arquivos[0].idArquivo as string };
    const pairs =
      'ValoresCampos[0].Label=Número&ValoresCampos[0].ValorCampo=1024&ValoresCampos[1].Label=Valor Total&ValoresCampos[1].ValorCampo=1500';
    const found = await api.get(operations.get('4.4')!.path, { query: `IdCliente=${IDS.client}&${encodeURI(pairs)}` });
    expect(JSON.stringify(found.json)).toContain(ids.idDocumento);
    expect((await call('2.5', ids)).json.idDocumento).toBe(ids.idDocumento);
    expect((await call('2.1', ids)).json.qtdArquivos).toBe(1);
    const shared = await call('4.8', ids, exampleOf('4.8'));
    expect(shared.json.Arquivos[0].PrazoCompartilhamento).toMatch(/^2099-12-31T23:59:59/);
    expect((await call('4.5', ids)).json.Arquivos[0].LinkCompartilhado).toBe(shared.json.Arquivos[0].LinkCompartilhado);
    expect((await call('4.6', ids, exampleOf('4.6'))).json).toBe('Compartilhamento removido com sucesso.');
    expect((await call('4.7', ids)).json).toBe('Documento excluído com sucesso!');
  });
});
