import { randomBytes } from 'node:crypto';
import { Subscriptions } from '#application/ports/access';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api, IDS } from './support/api';
import { create, createdBy } from './support/creates';
import { describeService } from './support/describe-service';
import { Model, PLACE, READ_TOOLS, VALUES } from './support/mcp';
import { rowCounts } from './support/state';
import { done, grant, LOGIN, PROFILES, setGrants, setStatus, userWith } from './support/users';

const FILING = { ...PLACE, valoresCampos: VALUES };
const PING = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

describeService('tools for language models, called by others than they should be', { MCP: 'write' }, ({ service, demo }) => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['loses the permissions', async (id) => done(await setGrants(demo, id, [grant(PROFILES.reader)]))],
    ['is made inactive', async (id) => done(await setStatus(demo, id, 'I'))],
  ])('M7 commit nothing of a user who %s after the proposal', async (_, shutOut) => {
    const { id, api } = await userWith(demo, [grant(PROFILES.admin)]);
    const model = await Model.at(service.url, api.token);
    const { json } = await model.call('propose_document', FILING);
    await shutOut(id);
    const before = await rowCounts(service);
    const commit = model.call('commit_plan', { plan: json.plan, change: { tool: 'propose_document', ...FILING } });
    // Without a session the message itself is refused.
    expect(await commit.then(({ isError }) => isError, () => true)).toBe(true); // prettier-ignore
    await model.close();
    expect(await rowCounts(service)).toEqual(before);
  });
});

describeService('tools for language models, given hostile input', { MCP: 'write' }, ({ service, demo }) => {
  let model: Model;
  let inputs: Record<string, Record<string, unknown>>;
  beforeAll(async () => {
    model = await Model.at(service.url, demo.token);
    const { id, files } = createdBy(await create(demo, 'V3', { files: [{ name: 'Carta', extension: 'txt', content: 'x' }] }));
    const [client, document] = [{ idCliente: IDS.client }, { idCliente: IDS.client, idDocumento: id }];
    const file = { ...client, idArquivo: files[0]!.id };
    const { json } = await model.call('read_document', document);
    const update = { ...PLACE, idDocumento: id, versao: json.versao, alteracoes: [{ campo: 'Número', valor: '1' }] };
    const { json: proposal } = await model.call('propose_document', FILING);
    inputs = {
      list_levels: client,
      describe_level: { idArvoreOrganizacional: IDS.invoices },
      search_documents: client,
      read_document: document,
      read_file_text: file,
      get_receipt: file,
      propose_update: update,
      propose_document: FILING,
      commit_plan: { plan: proposal.plan, change: { tool: 'propose_document', ...FILING } },
    };
  });
  afterAll(() => model.close());

  /** Each is refused before a call is made, and changes nothing. */
  async function refused(tool: string, variants: readonly Record<string, unknown>[]): Promise<void> {
    expect(variants).not.toHaveLength(0);
    const before = await rowCounts(service);
    for (const variant of variants) {
      const answered = model.call(tool, variant).catch(({ message }: Error) => ({ isError: true, said: message }));
      // What no reader of JSON should take is refused with its message.
      expect(await answered).toMatchObject({ isError: true, said: expect.stringMatching(/Input validation error|JSON_INVALIDO/) });
    }
    expect(await rowCounts(service)).toEqual(before);
  }
  const TOOLS = [...READ_TOOLS, 'propose_update', 'propose_document', 'commit_plan'];

  it.each(TOOLS)('M9 refuse names that %s does not know', async (tool) => {
    const unknown = ['simular', 'idUsuario', 'permissao', 'constructor', '__proto__', 'authorization', 'x'.repeat(10_000)];
    await refused(tool, unknown.map((name) => ({ ...inputs[tool], [name]: true }))); // prettier-ignore
  });

  const notIds = (id: string) => [
    `../../Usuario/${id}`,
    `${id}/../..`,
    `${id}?simular=false`,
    `${id}#`,
    `${id}%2f..`,
    ` ${id}`,
    `${id}\r\nx-request-id: 1`,
    `${id}\0`,
    "' OR 1=1 --",
    '',
    null,
    0,
    [id],
    { id },
  ];

  it.each(TOOLS)('M9 refuse in the place of an id of %s paths, statements and other types', async (tool) => {
    const whole = inputs[tool]!;
    const { change } = whole as { change?: Record<string, unknown> };
    const given = change ?? whole;
    const ids = Object.keys(given).filter((name) => name.startsWith('id'));
    const variants = ids.flatMap((name) => notIds(String(given[name])).map((bad) => ({ ...given, [name]: bad })));
    await refused(tool, change ? variants.map((bad) => ({ ...whole, change: bad })) : variants);
  });

  it('M9 refuse what is too much or too long', async () => {
    const long = 'x'.repeat(5000);
    const deep = (levels: number) =>
      Array.from({ length: levels }).reduce<object>((inner) => ({ todas: [inner] }), { campo: 'Número', operador: 'vazio' });
    const search = inputs.search_documents!;
    await refused('search_documents', [
      { ...search, filtro: deep(3) },
      { ...search, filtro: deep(30) },
      { ...search, filtro: { todas: Array.from({ length: 1000 }, () => ({ campo: 'Número', operador: 'vazio' })) } },
      { ...search, texto: long },
      { ...search, cursor: long },
      { ...search, tamanhoPagina: 1e9 },
    ]);
    await refused('list_levels', [{ contem: long }, { inicio: -1 }, { inicio: 1e300 }, { inicio: 0.5 }]);
    await refused('read_file_text', [{ ...inputs.read_file_text, pagina: 1e9 }]);
    const change = { campo: 'Número', valor: '1' };
    await refused('propose_update', [
      { ...inputs.propose_update, alteracoes: [] },
      { ...inputs.propose_update, alteracoes: Array.from({ length: 201 }, () => change) },
      { ...inputs.propose_update, alteracoes: [{ ...change, valor: long }] },
      { ...inputs.propose_update, versao: '*' },
    ]);
    const file = { nomeAmigavel: 'x', extensao: 'txt', contentType: 'text/plain', texto: 'x' };
    await refused('propose_document', [
      { ...FILING, arquivos: Array.from({ length: 11 }, () => file) },
      { ...FILING, arquivos: [{ ...file, texto: 'x'.repeat(512 * 1024 + 1) }] },
    ]);
    await refused('commit_plan', [{ ...inputs.commit_plan, plan: long }]);
  });
});

const KEYED = { MCP: 'read', SUBSCRIPTION_KEYS: 'true' };
describeService('tools for language models, where SubscriptionKeys are asked for', KEYED, ({ service }) => {
  const [own, foreign] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const rotate = (clientId: string, unitId: string, key: string) => service.app.get(Subscriptions).rotate({ clientId, unitId }, 1, key);
  let token: string;
  beforeAll(async () => {
    expect([await rotate(IDS.client, IDS.unit, own), await rotate(IDS.otherClient, IDS.otherUnit, foreign)]).toEqual([true, true]);
    const body = { username: 'demo', password: DEMO_PASSWORD };
    token = (await new Api(service.url).post(LOGIN, { body, headers: { SubscriptionKey: own } })).json.Token as string;
  });

  it('M2 refuse each message without a key, or with that of another client', async () => {
    for (const key of [null, '', `${own}x`, foreign]) {
      const headers = { ...ACCEPT, ...(key !== null && { SubscriptionKey: key }) };
      const { status, json } = await new Api(service.url, token).post('/mcp', { body: PING, headers });
      expect([status, json.codigo]).toEqual([401, 'CHAVE_DE_ASSINATURA_INVALIDA']);
    }
  });

  it('M3 make their calls with the key of the caller', async () => {
    const model = await Model.at(service.url, token, { SubscriptionKey: own });
    const { json } = await model.call('list_levels', {});
    expect(new Set(json.niveis.map(({ idCliente }: { idCliente: string }) => idCliente))).toEqual(new Set([IDS.client]));
    await model.close();
  });
});
