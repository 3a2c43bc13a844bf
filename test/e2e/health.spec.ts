import { routes } from '../../scripts/docs/operations-table';
import { SPECIFIED_OPERATIONS } from '../../scripts/docs/specified-operations';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteBucketCommand, DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { parse } from 'yaml';
import { until } from '../support/until';
import { Api } from './support/api';
import { refused } from './support/creates';
import { describeService } from './support/describe-service';
import { parameterOf } from './support/documented';
import { type Service } from './support/service';

const LIVE = '/saude/viva';
const READY = '/saude/pronta';

/** The specified operations that are built, and (null) the extensions: each must have a route. */
const BUILT = new Set(routes().map((route) => route.number));

const OPERATIONS: [string | null, string, string][] = [
  ...SPECIFIED_OPERATIONS.filter(([number]) => BUILT.has(number)).map(([number, , method, path]): [string, string, string] => [
    number,
    method,
    path,
  ]),
  ['4.6', 'PATCH', '/api/documento/{idDocumento}/cliente/{idCliente}/compartilhar-arquivos'],
  [null, 'GET', '/api/Estrutura'],
  [null, 'GET', '/api/Estrutura/{idArvoreOrganizacional}'],
  [null, 'POST', '/api/v3/Documento/Pesquisar'],
  [null, 'GET', '/api/Limites'],
  [null, 'GET', '/api/Usuario'],
  [null, 'GET', '/api/Usuario/{IdUsuario}'],
  [null, 'PUT', '/api/Usuario/{IdUsuario}/Permissoes'],
  [null, 'PUT', '/api/Usuario/{IdUsuario}'],
  [null, 'DELETE', '/api/Usuario/{IdUsuario}'],
  [null, 'POST', '/api/Usuario/{IdUsuario}/Desbloquear'],
  [null, 'GET', '/api/Usuario/{IdUsuario}/Sessoes'],
  [null, 'DELETE', '/api/Usuario/{IdUsuario}/Sessoes/{idSessao}'],
  [null, 'GET', '/api/Usuario/{IdUsuario}/Visoes'],
  [null, 'PUT', '/api/Usuario/{IdUsuario}/Visoes'],
  [null, 'GET', '/api/ContaServico'],
  [null, 'POST', '/api/ContaServico'],
  [null, 'PUT', '/api/ContaServico/{idConta}/Responsavel'],
  [null, 'GET', '/api/ContaServico/{idConta}/Chaves'],
  [null, 'POST', '/api/ContaServico/{idConta}/Chaves'],
  [null, 'DELETE', '/api/ContaServico/{idConta}/Chaves/{idChave}'],
  [null, 'POST', '/api/ContaServico/{idConta}/Chaves/{idChave}/trocar'],
  [null, 'GET', '/api/Perfil'],
  [null, 'GET', '/api/Workflow/Cliente/{idCliente}/tarefas'],
  [null, 'GET', '/api/Caixa/{idCliente}'],
  [null, 'POST', '/api/Caixa'],
  [null, 'GET', '/api/Painel/{idCliente}'],
  [null, 'GET', '/api/Acervo/{idCliente}'],
  [null, 'PUT', '/api/Acervo/{idCliente}'],
  [null, 'GET', '/api/Documento/{idDocumento}/cliente/{idCliente}'],
  [null, 'POST', '/api/Documento/{idDocumento}/cliente/{idCliente}/restaurar'],
  [null, 'DELETE', '/api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}'],
  [null, 'GET', '/api/Auditoria'],
  [null, 'GET', '/api/Evento'],
  [null, 'GET', '/api/Evento/Consistencia'],
  [null, 'GET', '/api/Arquivo/Recibo'],
  [null, 'GET', '/api/Arquivo/{idImagem}/Cliente/{idCliente}/texto'],
  [null, 'POST', '/api/Arquivo/{idImagem}/Cliente/{idCliente}/endereco-temporario'],
  [null, 'GET', '/api/Arquivo/{idImagem}/Cliente/{idCliente}/miniatura'],
  [null, 'GET', '/api/Arquivo/{idImagem}/Cliente/{idCliente}/nota'],
  [null, 'GET', '/.well-known/acervo-selos'],
  [null, 'GET', '/api/Webhook'],
  [null, 'POST', '/api/Webhook'],
  [null, 'PATCH', '/api/Webhook/{idWebhook}'],
  [null, 'DELETE', '/api/Webhook/{idWebhook}'],
  [null, 'POST', '/api/Webhook/{idWebhook}/Segredo'],
  [null, 'POST', '/api/Webhook/{idWebhook}/Teste'],
  [null, 'GET', '/api/Webhook/{idWebhook}/Entregas'],
  [null, 'POST', '/api/Webhook/{idWebhook}/Reenvio'],
  [null, 'POST', '/api/Webhook/{idWebhook}/Retomada'],
  [null, 'GET', '/saude/viva'],
  [null, 'GET', '/saude/pronta'],
];

interface Described {
  summary: string;
  'x-operation'?: string;
  security?: object[];
  parameters?: { $ref?: string; name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }> };
  responses: Record<string, { description: string }>;
}

/** Every `$ref` that is written anywhere below. */
function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => (name === '$ref' ? [value as string] : references(value)));
}

/** Why, and since when; nothing of where it is or what it said. */
const reasonOf = (dependencia: string) => ({ dependencia, codigo: 'INUTILIZAVEL', desde: expect.stringMatching(/^20\d\d-/) });

/** Takes the file store away from under the service. */
async function removeFileStore({ config: { s3, dataDir } }: Service): Promise<void> {
  if (!s3) return rename(join(dataDir, 'files'), join(dataDir, 'elsewhere'));
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() },
  });
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  client.destroy();
}

describeService('health and reference', ({ service }) => {
  let api: Api;
  let document: { openapi: string; paths: Record<string, Record<string, Described>>; components: Record<string, Record<string, object>> };
  beforeAll(async () => {
    api = new Api(service.url);
    document = (await api.get('/openapi.json')).json as typeof document;
  });

  const described = (method: string, path: string): Described | undefined => {
    const [, methods] = Object.entries(document.paths).find(([known]) => known.toLowerCase() === path.toLowerCase()) ?? [];
    const operation = methods?.[method.toLowerCase()];
    return operation && { ...operation, parameters: operation.parameters?.map((each) => parameterOf(document.components, each)) ?? [] };
  };
  const all = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

  it.each([
    [LIVE, { status: 'ok' }],
    [READY, { status: 'ok', banco: 'ok', arquivos: 'ok' }],
  ])('%s reports health without a token', async (path, expected) => {
    for (const address of [path, `/v1${path}`, path.toUpperCase()]) {
      const { status, json, headers } = await api.get(address);
      expect([status, json, headers.get('cache-control')]).toEqual([200, expected, 'no-store']);
    }
    expect((await api.call('HEAD', path)).status).toBe(200);
    await refused(service, 404, () => api.post(path));
  });

  describe('/openapi.json', () => {
    it('is OpenAPI 3 in JSON, without a token', async () => {
      const { status, headers, text } = await api.get('/openapi.json');
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
      expect(JSON.parse(text)).toMatchObject({
        openapi: expect.stringMatching(/^3\.\d+\.\d+$/),
        info: { title: expect.any(String), version: expect.any(String) },
      });
      expect((await api.get('/v1/openapi.json')).json).toEqual(document);
    });

    it.each(OPERATIONS)('describes %s %s %s', (number, method, path) => {
      const operation = described(method, path);
      expect(operation?.['x-operation'] ?? null).toBe(number);
      expect(operation?.summary).toMatch(/\w{3}/);
      expect(Object.keys(operation?.responses ?? {}).some((code) => /^20[01]$/.test(code))).toBe(true);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        (operation?.parameters ?? [])
          .filter((parameter) => parameter.in === 'path')
          .map(({ name }) => name)
          .sort(),
      ).toEqual(inPath.sort());
    });

    it('describes only existing operations', async () => {
      const known = new Set(OPERATIONS.map(([, method, path]) => `${method} ${path}`.toLowerCase()));
      const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path}`.toLowerCase()),
      );
      expect(shown.filter((operation) => !known.has(operation)).sort()).toEqual([
        'get /compartilhado/{token}',
        'get /verificar/{codigo}',
        'post /api/autenticacao/logout',
        'post /api/workflow/etapaexecucao/{idworkflowetapaexecucao}/cliente/{idcliente}/concluir',
      ]);
    });

    it('marks operations that require a token', () => {
      for (const [number, method, path] of OPERATIONS) {
        const open = number?.startsWith('1.') || ['/saude', '/.well-known'].some((open) => path.startsWith(open));
        expect([path, (described(method, path)?.security ?? []).length > 0]).toEqual([path, !open]);
      }
    });

    it('has an example of every body, and the status of every refusal', () => {
      for (const { requestBody, responses, summary } of all()) {
        for (const content of Object.values(requestBody?.content ?? {})) {
          const examples = [content.example, ...Object.values(content.examples ?? {}).map(({ value }) => value)];
          expect([summary, examples.some((example) => example !== undefined)]).toEqual([summary, true]);
        }
        expect([summary, Object.keys(responses).includes('400')]).toEqual([summary, true]);
      }
    });

    it('names every search parameter', () => {
      const names = described('GET', '/api/Documento/Get')?.parameters?.map(({ name }) => name) ?? [];
      const wanted =
        'IdCliente,IdUnidade,IdArvoreOrganizacional,Caixa,Documento,DataCadastroInicial,DataCadastroFinal,DataVencimento,IdUsuarioIndexador,' +
        'IdDocumentoStatus,IdCaixaTipo,ValoresCampos[0].Label,ValoresCampos[0].ValorCampo,ValoresCampos[0].NomeLista,Pagina,TamanhoPagina,' +
        'BuscarQtdPaginasDocumento,RemoverEspacos';
      expect(names).toEqual(expect.arrayContaining(wanted.split(',')));
    });

    it('has no dangling references', () => {
      const found = references(document);
      expect(found.length).toBeGreaterThan(10);
      for (const reference of new Set(found)) {
        const target = reference
          .slice(2)
          .split('/')
          .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
        expect([reference, typeof target]).toEqual([reference, 'object']);
      }
    });
  });

  it('/openapi.yaml is the same in YAML', async () => {
    const { status, headers, text } = await api.get('/openapi.yaml');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/yaml/)]);
    expect(text).toMatch(/^openapi: 3\./m);
    expect(parse(text)).toEqual(document);
    const english = await api.get('/openapi.en.yaml');
    expect(parse(english.text)).toEqual((await api.get('/openapi.en.json')).json);
  });

  it.each(['/openapi.json', '/openapi.yaml', '/openapi.en.json', '/openapi.en.yaml'])(
    '%s is built once, cacheable, and compressed as the client accepts',
    async (path) => {
      const asked = async (headers: Record<string, string>) => {
        const answer = await api.get(path, { headers });
        const { status, headers: got, text, bytes } = answer;
        return { status, encoding: got.get('content-encoding'), length: Number(got.get('content-length')), etag: got.get('etag')!, vary: got.get('vary'), text, bytes }; // prettier-ignore
      };
      const [plain, gzip, br] = [
        await asked({ 'accept-encoding': 'identity' }),
        await asked({ 'accept-encoding': 'gzip' }),
        await asked({ 'accept-encoding': 'gzip, deflate, br' }),
      ];
      expect([plain, gzip, br].map(({ status, encoding, vary }) => [status, encoding, vary])).toEqual([
        [200, null, 'Accept-Encoding'],
        [200, 'gzip', 'Accept-Encoding'],
        [200, 'br', 'Accept-Encoding'],
      ]);
      expect(new Set([plain, gzip, br].map(({ text }) => text)).size).toBe(1);
      expect(new Set([plain, gzip, br].map(({ etag }) => etag)).size).toBe(3);
      expect(gzip.length).toBeLessThan(plain.length / 4);
      expect(br.length).toBeLessThan(gzip.length);
      const again = await asked({ 'accept-encoding': 'br', 'if-none-match': br.etag });
      expect([again.status, again.etag, again.bytes.length]).toEqual([304, br.etag, 0]);
      expect((await asked({ 'accept-encoding': 'gzip', 'if-none-match': br.etag })).status).toBe(200);
    },
  );

  it('/docs is a page without external resources', async () => {
    const page = await api.get('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => new URL(address as string, `${service.url}/docs`),
    );
    expect(sources.length).toBeGreaterThan(1);
    for (const { origin, pathname } of sources) {
      expect(origin).toBe(service.url);
      expect([pathname, (await api.get(pathname)).status]).toEqual([pathname, 200]);
    }
  });

  it('is not ready without the file store, nor without the database', async () => {
    // What was found out holds for a moment.
    const failed = async (field: 'arquivos' | 'banco') => {
      const { status, json } = await until(
        () => api.get(READY),
        (answer) => answer.json[field] === 'falha',
      );
      return [status, json];
    };
    await removeFileStore(service);
    expect(await failed('arquivos')).toEqual([503, { status: 'falha', banco: 'ok', arquivos: 'falha', motivos: [reasonOf('arquivos')] }]);
    await service.database.destroy();
    expect(await failed('banco')).toEqual([
      503,
      { status: 'falha', banco: 'falha', arquivos: 'falha', motivos: [reasonOf('banco'), reasonOf('arquivos')] },
    ]);
    expect((await api.get(LIVE)).status).toBe(200);
  });
});
