import { Webhook } from 'standardwebhooks';
import { dataProblems } from '../support/event-schemas';
import { IDS } from './support/api';
import { eventsOf } from './support/audited';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { expectUnknown } from './support/reading';
import { addProfile, grant, setGrants, userWith } from './support/users';
import { Deliveries, LOOPBACK, OF_CLIENT, Receiver, registered, Webhooks, WEBHOOKS } from './support/receivers';

describeService('webhooks', LOOPBACK, ({ service, demo, reader, finance, other }) => {
  let receiver: Receiver;
  const deliveries = new Deliveries(service);
  const hooks = new Webhooks(demo);
  beforeEach(async () => void (receiver = await Receiver.open()));
  afterEach(() => hooks.close(receiver));

  const create = (body: object, query: object = OF_CLIENT) => demo.post(WEBHOOKS, { query: query as Record<string, string>, body });
  const listed = () => hooks.listed();

  it('are created once the URL has confirmed itself, with a secret that is shown once', async () => {
    const answer = await create({ url: receiver.url, descricao: 'ERP', tipos: ['documento.*'] });
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        idWebhook: expect.any(String),
        url: receiver.url,
        descricao: 'ERP',
        tipos: ['documento.*'],
        idNivel: null,
        situacao: 'ativo',
        motivo: null,
        posicao: expect.any(Number),
        falhas: 0,
        falhaDesde: null,
        proximaTentativa: null,
        idUsuario: expect.any(String),
        dataCadastro: expect.stringMatching(/-03:00$/),
        segredo: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      },
    ]);
    const { segredo, ...webhook } = answer.json;
    const [{ headers, text, event }] = receiver.got as [(typeof receiver.got)[0]];
    expect(event).toMatchObject({ type: 'webhook.teste', data: { idWebhook: webhook.idWebhook } });
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    new Webhook(segredo as string).verify(text, headers as Record<string, string>);
    expect(await listed()).toEqual([webhook]);
    expect((await eventsOf(demo, { acao: 'webhook.incluir' })).eventos[0]).toMatchObject({ objeto: { webhookId: webhook.idWebhook } });
    const stored = JSON.stringify(await service.database.query('SELECT * FROM webhook'));
    expect(stored).not.toContain((segredo as string).slice(6));
  });

  it('W1 are not created for a URL that does not confirm itself', async () => {
    const asked: [string, (url: string) => void | string][] = [
      ['recusado', () => receiver.answers(500)],
      ['redirecionado', () => receiver.answers(302, { location: receiver.url })],
      ['cortado', () => void (receiver.answering = (_, response) => response.destroy())],
    ];
    for (const [, prepare] of asked) {
      prepare(receiver.url);
      const answer = await create({ url: receiver.url });
      expectRefusal(answer, 422);
      expect(answer.json).toMatchObject({ codigo: 'WEBHOOK_NAO_CONFIRMADO', erros: [{ campo: 'url', codigo: 'SEM_CONFIRMACAO' }] });
    }
    const { port } = new URL(receiver.url);
    for (const url of [`http://localhost.exemplo.invalid/`, `http://127.0.0.2:${port}/`, `http://10.0.0.1/`, `https://[::1]:${port}/`]) {
      const before = receiver.got.length;
      const answer = await create({ url });
      expect([url, answer.status, answer.json.codigo]).toEqual([url, 422, 'WEBHOOK_NAO_CONFIRMADO']);
      expect(receiver.got.length).toBe(before);
    }
    expect(await listed()).toEqual([]);
  });

  it.each([
    'ftp://erp.exemplo.com.br/',
    'https://usuario:senha@erp.exemplo.com.br/',
    'https://localhost/',
    'http:erp.exemplo.com.br',
    'erp.exemplo.com.br/acervo',
    'javascript:alert(1)',
    'https://erp.exemplo.com.br/\\x',
  ])('are not created for %s', async (url) => {
    const answer = await create({ url });
    expect([answer.status, answer.json.codigo, answer.json.erros]).toEqual([
      400,
      'FORMATO_INVALIDO',
      [{ campo: 'url', codigo: 'FORMATO_INVALIDO', mensagem: expect.stringContaining('https') }],
    ]);
  });

  it('report all problems at once', async () => {
    const answer = await create({ url: 'nada', tipos: ['documento.*', 'documento.apagado', 'x', 'arquivo.lido'] });
    expectRefusal(answer, 400);
    expect(answer.json.erros.map(({ campo, codigo }: Record<string, string>) => `${campo} ${codigo}`)).toEqual([
      'url FORMATO_INVALIDO',
      'tipos[1] OPCAO_INVALIDA',
      'tipos[2] OPCAO_INVALIDA',
      'tipos[3] OPCAO_INVALIDA',
    ]);
    expectUnknown('idNivel', [await create({ url: receiver.url, idNivel: IDS.otherLevel })]);
    // Empty is not absent, which means all levels.
    const empty = await create({ url: receiver.url, idNivel: '' });
    expect(empty.json.erros).toMatchObject([{ campo: 'idNivel', codigo: 'FORMATO_INVALIDO' }]);
    expect(receiver.got).toEqual([]);
  });

  it('W5 require the permission for the whole client', async () => {
    for (const api of [reader, finance, other]) expect((await api.get(WEBHOOKS, { query: OF_CLIENT })).status).toBe(401);
    const { id } = await registered(demo, receiver.url);
    const query = { idCliente: IDS.otherClient };
    expect((await other.get(WEBHOOKS, { query })).json.webhooks).toEqual([]);
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/Teste'],
      ['GET', '/Entregas'],
    ] as const) {
      const answer = await other.call(method, `${WEBHOOKS}/${id}${path}`, { query, ...(method === 'PATCH' && { body: {} }) });
      expect([answer.status, answer.json.codigo]).toEqual([404, 'WEBHOOK_NAO_ENCONTRADO']);
    }
  });

  it('are limited to ten, also with concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => create({ url: receiver.url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(201), ...Array<number>(4).fill(422)]);
    expect(answers.find(({ status }) => status === 422)!.json.codigo).toBe('WEBHOOKS_DEMAIS');
    expect(await listed()).toHaveLength(10);
  });

  it('change the named members; a new URL confirms itself', async () => {
    const { id } = await registered(demo, receiver.url, { descricao: 'Um' });
    const path = `${WEBHOOKS}/${id}`;
    const changed = await demo.patch(path, { query: OF_CLIENT, body: { tipos: ['arquivo.*'], idNivel: IDS.finance } });
    expect(changed.json).toMatchObject({ descricao: 'Um', tipos: ['arquivo.*'], idNivel: IDS.finance });
    const before = receiver.got.length;
    receiver.answers(404);
    expect((await demo.patch(path, { query: OF_CLIENT, body: { url: `${receiver.url}/novo` } })).json.codigo).toBe(
      'WEBHOOK_NAO_CONFIRMADO',
    );
    expect(receiver.got.length).toBe(before + 1);
    receiver.accepts();
    expect((await demo.patch(path, { query: OF_CLIENT, body: { url: `${receiver.url}/novo` } })).json.url).toBe(`${receiver.url}/novo`);
    expect((await eventsOf(demo, { acao: 'webhook.alterar' })).eventos[0]).toMatchObject({ objeto: { webhookId: id, fields: ['url'] } });
  });

  it('need the permission to see events, too, and show nobody the query of an address', async () => {
    const url = `${receiver.url}?chave=segredo`;
    const { id } = await registered(demo, url, { tipos: ['documento.*'] });
    const { api: alone } = await userWith(demo, [grant(await addProfile(service, 'Só webhooks', ['webhook:manage']))]);
    expectRefusal(await alone.get(WEBHOOKS, { query: OF_CLIENT }), 401);
    expectRefusal(await alone.post(WEBHOOKS, { query: OF_CLIENT, body: { url: receiver.url } }), 401);
    const both = await addProfile(service, 'Webhooks e eventos', ['webhook:manage', 'event:view']);
    const { api: second, id: user } = await userWith(demo, [grant(both)]);
    const [shown] = (await second.get(WEBHOOKS, { query: OF_CLIENT })).json.webhooks as [{ url: string }];
    expect(shown.url).toBe(`${receiver.url}?***`);
    const { json } = await second.patch(`${WEBHOOKS}/${id}`, { query: OF_CLIENT, body: { url: shown.url, descricao: 'Outro' } });
    expect([json.url, json.descricao]).toEqual([shown.url, 'Outro']);
    expect(await service.database.query('SELECT url FROM webhook')).toEqual([{ url }]);
    await deliveries.happen('a');
    await deliveries.run();
    expect(receiver.events).toHaveLength(1);
    // Whoever loses it is sent nothing more.
    await setGrants(demo, user, [grant(await addProfile(service, 'Sem eventos', ['webhook:manage']))]);
    await deliveries.happen('b');
    await deliveries.run();
    expect(receiver.events).toHaveLength(1);
    expect((await demo.get(WEBHOOKS, { query: OF_CLIENT })).json.webhooks).toMatchObject([
      { situacao: 'desativado', motivo: 'sem_permissao' },
    ]);
  });

  it('lose their level with null; null changes no other member', async () => {
    const { id } = await registered(demo, receiver.url, { descricao: 'Um', tipos: ['documento.*'], idNivel: IDS.finance });
    const path = `${WEBHOOKS}/${id}`;
    const kept = { url: receiver.url, descricao: 'Um', tipos: ['documento.*'] };
    const body = { url: null, descricao: null, tipos: null };
    expect((await demo.patch(path, { query: OF_CLIENT, body })).json).toMatchObject({ ...kept, idNivel: IDS.finance });
    expect((await demo.patch(path, { query: OF_CLIENT, body: { idNivel: null } })).json).toMatchObject({ ...kept, idNivel: null });
    expect((await eventsOf(demo, { acao: 'webhook.alterar' })).eventos[0]).toMatchObject({ objeto: { fields: ['levelId'] } });
    receiver.forget();
    await deliveries.happen('a', { levelId: IDS.staff });
    await deliveries.run();
    expect(receiver.events).toHaveLength(1);
  });

  it('are deleted with all their data', async () => {
    const { id } = await registered(demo, receiver.url);
    await deliveries.happen('a');
    await deliveries.run();
    expect((await demo.delete(`${WEBHOOKS}/${id}`, { query: OF_CLIENT })).text).toContain('excluído');
    expect(await listed()).toEqual([]);
    expect(await service.database.query('SELECT * FROM webhook_attempt')).toEqual([]);
    expect((await demo.delete(`${WEBHOOKS}/${id}`, { query: OF_CLIENT })).status).toBe(404);
  });

  it('W2 sign with both secrets for a while after a change, verified independently', async () => {
    const { id, secret: old } = await registered(demo, receiver.url);
    const path = `${WEBHOOKS}/${id}/Segredo`;
    const { json } = await demo.post(path, { query: OF_CLIENT, body: {} });
    expect(json).toEqual({ segredo: expect.stringMatching(/^whsec_/), anteriorAte: expect.any(String) });
    expect(Date.parse(json.anteriorAte as string) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await deliveries.happen('a');
    await deliveries.run();
    const verifies = (secret: string) => {
      const { text, headers } = receiver.got.at(-1)!;
      try {
        return new Webhook(secret).verify(text, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    };
    expect([old, json.segredo].map(verifies)).toEqual([true, true]);
    expect(verifies(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    expect((await demo.post(path, { query: OF_CLIENT, body: {} })).json.codigo).toBe('SEGREDO_EM_SOBREPOSICAO');
    const { json: third } = await demo.post(path, { query: OF_CLIENT, body: { forcar: true, sobreposicaoHoras: 0 } });
    await deliveries.happen('a');
    await deliveries.run();
    expect([old, json.segredo, third.segredo].map(verifies)).toEqual([false, false, true]);
    expect((await eventsOf(demo, { acao: 'webhook.segredo' })).eventos).toHaveLength(2);
  });

  it('can be tested', async () => {
    const { id } = await registered(demo, receiver.url);
    const path = `${WEBHOOKS}/${id}/Teste`;
    const accepted = { resultado: 'aceito', status: 204, duracaoMs: expect.any(Number), dataHora: expect.any(String) };
    expect((await demo.post(path, { query: OF_CLIENT })).json).toEqual(accepted);
    receiver.answers(503, { 'retry-after': '10' });
    expect((await demo.post(path, { query: OF_CLIENT })).json).toMatchObject({ resultado: 'recusado', status: 503 });
    receiver.answering = (_, response) => response.destroy();
    expect((await demo.post(path, { query: OF_CLIENT })).json).toMatchObject({ resultado: 'sem_conexao', status: null });
    expect((await listed())[0]).toMatchObject({ situacao: 'ativo', falhas: 0 });
  });

  it('have events in the feed as in the catalogue', async () => {
    await deliveries.run();
    const { json: before } = await demo.get('/api/Evento', { query: { ...OF_CLIENT, apos: 'fim' } });
    const { id } = await registered(demo, receiver.url);
    expect((await demo.patch(`${WEBHOOKS}/${id}`, { query: OF_CLIENT, body: { descricao: 'x', tipos: ['documento.*'] } })).status).toBe(
      200,
    );
    receiver.answers(410);
    await deliveries.happen('a');
    await deliveries.run();
    expect((await demo.delete(`${WEBHOOKS}/${id}`, { query: OF_CLIENT })).status).toBe(200);
    await deliveries.run();
    const { json } = await demo.get('/api/Evento', { query: { ...OF_CLIENT, apos: String(before.proximo), tipo: 'webhook.*' } });
    const events = json.eventos as { type: string; data: Record<string, unknown> }[];
    expect(events.flatMap(dataProblems)).toEqual([]);
    expect(events.map(({ type, data }) => [type, data['campos'] ?? data['motivo'] ?? null])).toEqual([
      ['webhook.criado', null],
      ['webhook.alterado', ['descricao', 'tipos']],
      ['webhook.desativado', 'recusado_410'],
      ['webhook.excluido', null],
    ]);
  });
});
