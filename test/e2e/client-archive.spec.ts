import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { IDS, invoiceValues, type Answer, type Api } from './support/api';
import { eventsOf } from './support/audited';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { change } from './support/another-operator';
import { addProfile, grant, userWith } from './support/users';

/* eslint-disable @typescript-eslint/no-explicit-any -- the archive file is data */

const PATH = `/api/Acervo/${IDS.client}`;
const read = async (api: Api) => (await api.get(PATH)).json;
const etagOf = async (api: Api) => (await api.get(PATH)).headers.get('etag') as string;
const put = (api: Api, body: unknown, query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  api.call('PUT', PATH, { query, headers, body });
const messages = ({ json }: Answer): string[] => json.erros.map(({ campo, mensagem }: any) => `${campo}: ${mensagem}`);
const levelIn = (archive: any, ...names: string[]): any =>
  names.reduce((found, name) => found.levels.find((level: any) => level.name === name), archive.clients[0]);

describeService('the archive file of a client', ({ service, demo, finance, reader, other }) => {
  /** What the database has of it, as the operator sees it. */
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        ['tree_node', 'field', 'value_list', 'profile', 'box_type', 'client', 'user_grant', 'workflow_definition', 'contract_service'].map(
          (table) => service.database.query(`SELECT * FROM ${table}`),
        ),
      ),
    );

  const refused = async (status: number, body: unknown, api = demo, query: Record<string, string> = { remover: 'true' }) => {
    const before = await state();
    const answer = await put(api, body, query);
    expectRefusal(answer, status);
    expect(await state()).toBe(before);
    return answer;
  };

  it('shows how the client is organised, with its units and users, and nothing of other clients', async () => {
    const answer = await demo.get(PATH);
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['units', 'boxTypes', 'profiles', 'clients', 'users']]);
    const { units, boxTypes, profiles, clients, users } = answer.json;
    expect(units.map(({ name }: any) => name)).toEqual(['Unidade Central']);
    const types = ['Caixa Arquivo', 'Container'].map((name) => ({ id: stableId('box-type', name), name }));
    expect(boxTypes).toEqual(types);
    expect(profiles.map(({ name }: any) => name)).toEqual(['Administrador', 'Leitor']);
    expect(users.map(({ login }: any) => login)).toEqual(['demo', 'financeiro', 'leitor']);
    expect(clients.map(({ id, name }: any) => [id, name])).toEqual([[IDS.client, DEMO_CLIENT]]);
    expect(levelIn(answer.json, 'Financeiro', 'Notas Fiscais')).toMatchObject({ id: IDS.invoices });
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
    for (const hidden of ['Outra Empresa', 'Unidade Sul', 'outro', 'passwordHash', 'home', 'content', 'boxes', 'webhooks'])
      expect(answer.text).not.toContain(`"${hidden}"`);
    expect((await other.get(`/api/Acervo/${IDS.otherClient}`)).json.boxTypes).toEqual(types);
  });

  it('stays as it is when it is sent back, or in parts', async () => {
    const [archive, version, before] = [await read(demo), await etagOf(demo), await state()];
    const withoutLevels = { clients: [{ name: DEMO_CLIENT, units: ['Unidade Central'] }] };
    for (const body of [archive, {}, withoutLevels, { boxTypes: archive.boxTypes }]) {
      const answer = await put(demo, body, {}, { 'if-match': version });
      expect([answer.status, answer.json, answer.headers.get('etag')]).toEqual([200, { gravado: false, alteracoes: [] }, version]);
    }
    expect(await state()).toBe(before);
  });

  it('gets a new field: asked first, then stored, in this version only, with an event', async () => {
    const [archive, version] = [await read(demo), await etagOf(demo)];
    levelIn(archive, 'Financeiro', 'Notas Fiscais').fields.push({ label: 'Centro de Custo', type: 'text', max: 20 });
    const alteracoes = [
      {
        tipo: 'campos',
        incluir: 1,
        alterar: 0,
        remover: 0,
        itens: [{ acao: 'incluir', nome: 'Empresa Exemplo / Financeiro > Notas Fiscais / Centro de Custo', detalhes: [] }],
      },
    ];
    const before = await state();
    const asked = await put(demo, archive, { simular: 'true' }, { 'if-match': version });
    expect([asked.status, asked.json, asked.headers.get('etag')]).toEqual([200, { gravado: false, alteracoes }, version]);
    expect(await state()).toBe(before);
    const done = await put(demo, archive, {}, { 'if-match': version });
    expect([done.status, done.json]).toEqual([200, { gravado: true, alteracoes }]);
    expect([done.headers.get('etag'), done.headers.get('etag') === version]).toEqual([await etagOf(demo), false]);
    createdBy(await create(demo, 'V2', { values: invoiceValues('901', [{ label: 'Centro de Custo', valorCampo: 'C-7' }]) }));
    const { eventos } = await eventsOf(demo, { acao: 'acervo.aplicar' });
    expect(eventos[0]).toMatchObject({ idUsuario: stableId('user', 'demo'), objeto: { counts: ['fields +1 ~0 -0'] } });
    const stale = await put(demo, archive, {}, { 'if-match': version });
    expectRefusal(stale, 412);
    expect(stale.json.codigo).toBe('ACERVO_ALTERADO');
  });

  it('renames what has an id, with what it holds', async () => {
    const archive = await read(demo);
    levelIn(archive, 'Financeiro', 'Notas Fiscais').name = 'Notas';
    const { json } = await put(demo, archive);
    expect(json).toMatchObject({ gravado: true, alteracoes: [{ tipo: 'níveis', incluir: 0, alterar: 1, remover: 0 }] });
    expect(levelIn(await read(demo), 'Financeiro', 'Notas').id).toBe(IDS.invoices);
    levelIn(archive, 'Financeiro', 'Notas').name = 'Notas Fiscais';
    expect((await put(demo, archive)).json.gravado).toBe(true);
  });

  it('loses only what may go, and only if that is allowed', async () => {
    const archive = await read(demo);
    archive.clients[0].levels.push({ name: 'Provisório', fields: [{ label: 'Assunto', type: 'text' }] });
    expect((await put(demo, archive)).json.gravado).toBe(true);
    archive.clients[0].levels.pop();
    expect((await refused(422, archive, demo, {})).json.codigo).toBe('REMOCOES_NAO_PERMITIDAS');
    expect((await put(demo, archive, { remover: 'true' })).json.alteracoes.map(({ tipo, remover }: any) => [tipo, remover])).toEqual([
      ['níveis', 1],
      ['campos', 1],
    ]);
    createdBy(await create(demo, 'V2', { values: invoiceValues('902') }));
    const { levels } = levelIn(archive, 'Financeiro');
    const place = levels.findIndex(({ name }: any) => name === 'Notas Fiscais');
    levels.splice(place, 1);
    expect(messages(await refused(422, archive))).toContainEqual(
      expect.stringContaining('nível "Financeiro > Notas Fiscais": não pode ser removido: tem documentos'),
    );
    expect(messages(await refused(422, { boxTypes: archive.boxTypes.slice(1) }))).toEqual([
      'corpo: tipo de caixa "Caixa Arquivo": não é só deste cliente, e só um operador o altera',
    ]);
  });

  it('refuses by name, all at once, what is not changed here', async () => {
    const archive = await read(demo);
    const [client] = archive.clients;
    archive.units[0].name = 'Unidade do Norte';
    archive.users[0].name = 'Outro nome';
    archive.users.push({ login: 'intruso', name: 'Intruso', password: 'Segredo@2026', grants: [] });
    client.signatureOrigins[0].message = 'Outra';
    client.contracts[0].dueDays = 99;
    client.contracts[0].services.splice(1);
    client.contracts[0].services[0].discount = '100';
    client.defaultProfile = 'Leitor';
    client.boxes = [];
    client.webhooks = [];
    client.lists[0].rows = [{ CNPJ: '1' }];
    client.lists[1].rowsFrom = '/etc/passwd';
    levelIn(archive, 'Financeiro', 'Notas Fiscais').fields[0].pattern = '(a+)+b';
    archive.clients.push({ name: 'Outra Empresa', units: ['Unidade Sul'] });
    const told = (await refused(422, archive)).text;
    for (const part of [
      'unidades: \\"Unidade do Norte\\" não é alterado aqui',
      'usuários: \\"demo\\" não é alterado aqui',
      'usuários: \\"intruso\\" não é alterado aqui',
      'origens de assinatura: \\"Empresa Exemplo / Outra\\" não é alterado aqui',
      'contratos: \\"Empresa Exemplo / ',
      'serviços de contratos: \\"Empresa Exemplo / ',
      'clientes: \\"Empresa Exemplo\\" não é alterado aqui',
      'caixas não são alteradas aqui',
      'webhooks não são alterados aqui',
      'linhas de listas não são alteradas aqui',
      'arquivos ao lado da definição não podem ser lidos aqui',
      'a expressão \\"(a+)+b\\" é nova',
      'o cliente \\"Outra Empresa\\" não é o que se altera',
    ])
      expect(told).toContain(part);
    const { campo, codigo } = JSON.parse(told).erros.find(({ campo: at }: any) => at.endsWith('rowsFrom'));
    expect([campo, codigo]).toEqual(['clients[0].lists[1].rowsFrom', 'DEFINICAO_RECUSADA']);
  });

  it('refuses what is no archive file, naming each place', async () => {
    const body = { profiles: [{ name: ' x', permissions: ['all'], cor: 1 }], clients: [{ units: 7 }] };
    expect(messages(await refused(400, body)).sort()).toEqual([
      'clients[0].units: "units": deve ser uma lista',
      'clients[0]: "name": está faltando',
      'profiles[0].cor: propriedade desconhecida "cor"; aqui se conhecem id, name, permissions',
      'profiles[0].name: "name": não pode começar nem terminar com espaço',
      expect.stringContaining('profiles[0].permissions[0]: este valor: deve ser um destes: document:view'),
    ]);
    const many = Array.from({ length: 1001 }, (_, n) => ({ name: `Tipo ${n}` }));
    expect(messages(await refused(400, { boxTypes: many }))).toEqual(['boxTypes: no máximo 1000 podem ser enviados']);
  });

  it('has profiles that only this client uses changed, and no others', async () => {
    const archive = await read(demo);
    const [admin, readers] = archive.profiles;
    readers.permissions = readers.permissions.filter((permission: string) => permission !== 'audit:view');
    expect((await put(demo, { profiles: archive.profiles })).json).toMatchObject({
      gravado: true,
      alteracoes: [{ tipo: 'perfis', alterar: 1 }],
    });
    expect((await reader.get('/api/Auditoria', { query: { idCliente: IDS.client } })).status).toBe(401);
    expect(messages(await refused(422, { profiles: [readers] }))).toEqual(
      expect.arrayContaining([
        'corpo: perfil "Administrador": não é só deste cliente, e só um operador o altera',
        'corpo: "Administrador" não pode ser removido: usuário "demo" precisa dele',
        'profiles: ninguém do cliente teria mais a permissão user:manage',
        'profiles: ninguém do cliente teria mais a permissão archive:manage',
      ]),
    );
    const named = { name: 'Novo', permissions: ['document:view'] };
    expect((await put(demo, { profiles: [admin, readers, named] })).json.gravado).toBe(true);
    // A service profile is one that several clients use, or none: one that another client alone uses has its name to itself.
    await addProfile(service, 'Só da Outra', ['document:view']);
    await change(service, ({ clients }) => ({
      clients: clients.map((client) => (client.name === 'Outra Empresa' ? { ...client, defaultProfile: 'Só da Outra' } : client)),
    }));
    expect((await demo.get(PATH)).text).not.toContain('Só da Outra');
    const taken = { name: 'só da outra', permissions: ['document:view'] };
    expect(messages(await refused(422, { profiles: [admin, readers, named, taken] }))).toEqual([
      'profiles[3]: perfil "só da outra": não pode ter este nome ou id',
    ]);
  });

  it('gives no permissions that the caller does not hold for the whole client', async () => {
    const manages = await addProfile(service, 'Só acervo', ['archive:manage', 'user:manage']);
    const { api } = await userWith(demo, [grant(manages)]);
    const { profiles } = await read(api);
    const more = [...profiles, { name: 'Mais', permissions: ['archive:manage', 'document:delete'] }];
    expect(messages(await refused(422, { profiles: more }, api))).toEqual([
      `profiles[${profiles.length}]: o perfil "Mais" tem permissões que você não tem no cliente inteiro: document:delete`,
    ]);
    expect((await put(api, { profiles: [...profiles, { name: 'Igual', permissions: ['archive:manage'] }] })).json.gravado).toBe(true);
  });

  it('takes no id of another client', async () => {
    const archive = await read(demo);
    archive.clients[0].levels.push({ id: IDS.otherLevel, name: 'Meu' });
    expect(messages(await refused(422, archive))).toEqual(['corpo: um id informado já está em uso: deixe-o de fora, ou informe outro']);
  });

  it('keeps the PDFs of models that are not sent', async () => {
    const models = () => service.database.query('SELECT MAX(LENGTH(model)) AS bytes FROM workflow_design');
    const before = await models();
    const archive = await read(demo);
    archive.clients[0].workflows[0].name = 'Outro nome';
    expect((await put(demo, archive)).json).toMatchObject({ gravado: true, alteracoes: [{ tipo: 'workflows', alterar: 1 }] });
    expect(await models()).toEqual(before);
  });

  it('is for administrators of the whole client', async () => {
    for (const api of [finance, reader, other]) {
      expectRefusal(await api.get(PATH), 401);
      await refused(401, {}, api);
    }
  });
});
