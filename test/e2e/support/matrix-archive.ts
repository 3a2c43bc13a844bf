import { newId } from '#application/support/ids';
import { DataSource } from 'typeorm';
import { ArchiveInstaller } from '#application/ports/structure';
import { Tokens } from '#application/ports/users';
import { stableId } from '#application/support/stable-id';
import { PERMISSIONS } from '#domain/access/permission';
import type { ArchiveDefinition, ClientDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { samplePdf } from '#src/demo/sample-files';
import { bytesIn, idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api } from './api';
import { closing, monthsBack } from './billing';
import { claimOf } from './claims';
import { bodyOf, createdBy, PATHS } from './creates';
import { flowIds, freshFlow, matrixWorkflow } from './matrix-flows';
import type { Caller, MatrixScene } from './matrix-types';
import { NOBODY, sharesPath } from './reading';
import { LOOPBACK, Receiver, WEBHOOKS } from './receivers';
import { REPORT } from './reports';
import { bytesOf, codeIn, sign } from './signing';
import { matrixPrograms } from './matrix-programs';
import { startService } from './service';

/** Contained in everything of other owners; must not occur in an answer to callers without access. */
export const SECRET = 'Sigilo da matriz';
export const ORIGIN = 'Origem da matriz';
const CLIENT = 'Matriz';
const OTHER = 'Alheia';
const [NORTH, SOUTH, EAST] = ['Norte da matriz', 'Sul da matriz', 'Leste da matriz'];

const listOf = (name: string) => ({
  name,
  kind: 'consolidation' as const,
  allowsInclusion: true,
  fields: [
    { label: 'Código', type: 'number' as const, key: true },
    { label: 'Nome', type: 'text' as const, importMandatory: true },
  ],
  rows: [{ Código: '1', Nome: SECRET }],
});

const levelOf = (name: string, list: string) => ({
  name,
  fields: [{ label: 'Assunto', type: 'text' as const, mandatory: true }],
  lists: [{ name: list }],
});

const clientOf = (name: string, units: string[], levels: [string, string][]): ClientDefinition => ({
  name,
  units,
  defaultProfile: 'Leitor da matriz',
  lists: levels.map(([, list]) => listOf(list)),
  signatureOrigins: [ORIGIN],
  levels: levels.map(([level, list]) => levelOf(level, list)),
  workflows: [matrixWorkflow(levels[0]![1])],
  contracts: [contractOf(units[0] as string)],
});

const contractOf = (unit: string) => ({
  number: 'M-1',
  unit,
  from: '2020-01-01',
  dueDays: 10,
  services: [{ kind: 'fixed-fee' as const, description: SECRET, periodicPackage: { quantity: '1', price: '10' } }],
});

const without = (permission: string) => `Sem ${permission}`;

/** Users who differ from the permitted one in one aspect only. */
const user = (login: string, more: object = {}, profile = 'Tudo') => ({
  login,
  name: login,
  password: DEMO_PASSWORD,
  grants: [{ client: CLIENT, profile, ...more }],
});

const ARCHIVE: ArchiveDefinition = {
  units: [NORTH, SOUTH, EAST].map((name) => ({ name: name as string, cnpj: '11222333000181' })),
  boxTypes: ['Caixa da matriz'],
  profiles: [
    { name: 'Tudo', permissions: PERMISSIONS },
    { name: 'Leitor da matriz', permissions: PERMISSIONS.filter((permission) => permission.endsWith(':view')) },
    ...PERMISSIONS.map((permission) => ({ name: without(permission), permissions: PERMISSIONS.filter((other) => other !== permission) })),
  ],
  clients: [
    clientOf(
      CLIENT,
      [NORTH as string, SOUTH as string],
      [
        ['Alfa', 'Pessoas'],
        ['Beta', 'Cores'],
      ],
    ),
    clientOf(OTHER, [EAST as string], [['Gama', 'Segredos']]),
  ],
  users: [
    ...['certo', 'inativo', 'agendado', 'encerrado', 'vencido', 'troca'].map((login) => user(login)),
    user('outra-unidade', { unit: SOUTH }),
    user('outro-nivel', { level: ['Beta'] }),
    user('somente-leitura', {}, 'Leitor da matriz'),
    ...PERMISSIONS.map((permission) => user(without(permission), {}, without(permission))),
    { ...user('outro-cliente'), grants: [{ client: OTHER, profile: 'Tudo' }] },
    { ...user('alvo'), grants: [] },
    { ...user('alheio'), grants: [] },
  ],
};

const signIn = async (url: string, username: string, more: object = {}) =>
  (await new Api(url).post('/api/Autenticacao/Login', { body: { username, password: DEMO_PASSWORD, ...more } })).json.Token as string;

const place = (client: string, unit: string | undefined, level: string) => ({
  idCliente: stableId('client', client),
  idUnidade: stableId('unit', unit as string),
  idArvoreOrganizacional: stableId('level', client, level),
});

async function filed(api: Api, query: Record<string, string>, note?: string) {
  const file =
    note === undefined ? { extension: 'pdf', content: samplePdf(`${SECRET} ${Math.random()}`) } : { extension: 'xml', content: note };
  const body = bodyOf('V2', { values: [{ label: 'Assunto', valorCampo: SECRET }], files: [{ name: SECRET, ...file }] });
  const { id, files } = createdBy(await api.post(PATHS.V2, { query, body }));
  return { document: id, file: files[0]!.id };
}

export async function matrixScene(environment: Record<string, string> = {}): Promise<MatrixScene> {
  const service = await startService({ ...LOOPBACK, ...environment });
  const { app, url } = service;
  await app.get(ArchiveInstaller).install(ARCHIVE);
  const database = app.get(DataSource);
  await closing(service, '--period', monthsBack(1));
  const clientId = stableId('client', CLIENT);
  // Administered users belong to a client.
  for (const [login, client] of [
    ['alvo', CLIENT],
    ['alheio', OTHER],
  ] as const) {
    await database.query('UPDATE user_account SET home_client_id = ? WHERE login_key = ?', [idBytes(stableId('client', client)), login]);
  }
  const tokens = new Map<Caller, string | null>([
    ['no token', null],
    ['garbage', 'abc.def.ghi'],
  ]);
  const logins: [Caller, string][] = [['right', 'certo'], ['inactive', 'inativo'], ['inactive since', 'agendado'], ['expired session', 'vencido'], ['must change password', 'troca'], ['read-only', 'somente-leitura'], ['other client', 'outro-cliente'], ['other unit', 'outra-unidade'], ['other level', 'outro-nivel']]; // prettier-ignore
  for (const [caller, login] of logins) tokens.set(caller, await signIn(url, login));
  tokens.set('ended session', await signIn(url, 'encerrado', { utilizacaoUnica: true }));
  await signIn(url, 'encerrado', { utilizacaoUnica: true });
  const lacking = new Map<string, string>();
  for (const permission of PERMISSIONS) lacking.set(permission, await signIn(url, without(permission)));
  const idOf = (login: string) => `'${stableId('user', login)}'`;
  await database.query(`UPDATE user_account SET active = 0 WHERE id = ${idOf('inativo')}`);
  await database.query(`UPDATE user_account SET inactive_from = 1000 WHERE id = ${idOf('agendado')}`);
  await database.query(`UPDATE user_account SET must_change_password = 1 WHERE id = ${idOf('troca')}`);
  await database.query(`UPDATE session SET expires_at = 1000 WHERE user_id = ${idOf('vencido')}`);
  const right = new Api(url, tokens.get('right'));
  const [head, payload, signature] = (right.token as string).split('.') as [string, string, string];
  tokens.set('altered token', `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`);
  const claim = claimOf(right.token as string);
  tokens.set(
    'expired token',
    app.get(Tokens).issueAccess({ ...claim, expiresAt: new Date(Date.now() - 1000) }, new Date(Date.now() - 60_000)),
  );

  const own = place(CLIENT, NORTH, 'Alfa');
  const fresh = async (note?: string) => {
    const filing = await filed(right, own, note);
    const shared = await right.post(sharesPath(filing.document, clientId));
    return { ...filing, link: shared.json.Arquivos[0].LinkCompartilhado as string };
  };
  const other = await filed(new Api(url, tokens.get('other client')), place(OTHER, EAST, 'Gama'));
  const [kept, deleted] = [await fresh(), await fresh()];
  const remove = async (idDocumento: string) => void (await right.delete('/api/Documento/Delete', { query: { ...own, idDocumento } }));
  await remove(deleted.document);
  const rowOf = async (client: string, list: string) => {
    const [row] = (await database.query(`SELECT id FROM list_row WHERE list_id = '${stableId('list', client, list)}'`)) as { id: string }[];
    return row!.id;
  };
  let rows = 0;
  const freshRow = async () => {
    const cellOf = (label: string, valorCampo: string) => ({ idCampo: stableId('list-field', CLIENT, 'Pessoas', label), valorCampo });
    const { text } = await right.post('/api/AdicionarItemLista/Post', {
      query: { idCliente: clientId, idLista: stableId('list', CLIENT, 'Pessoas') },
      body: [cellOf('Código', String(900_000 + ++rows)), cellOf('Nome', SECRET)],
    });
    return /'(.+)'/.exec(text)![1]!;
  };
  const freshUser = async () => {
    const id = newId();
    await database.query(
      `INSERT INTO user_account (id, login, login_key, search_text, name, password_hash, active, page_size, created_at, home_client_id)
       VALUES ('${id}', '${id}', '${id}', '${id}', '${SECRET}', 'none', 1, 50, 0, ${bytesIn(`'${clientId}'`)})`,
    );
    return id;
  };
  const billOf = async (client: string) => {
    const [bill] = (await database.query(`SELECT id FROM bill WHERE client_id = ${bytesIn(`'${stableId('client', client)}'`)}`)) as {
      id: string;
    }[];
    return bill!.id;
  };
  const both = (own: string, foreign: string) => ({ own, foreign, unknown: NOBODY, malformed: 'nada' });
  const [ownFlow, otherFlow] = [
    await freshFlow(right, service, CLIENT, 'Pessoas'),
    await freshFlow(new Api(url, tokens.get('other client')), service, OTHER, 'Segredos'),
  ];
  const receiver = await Receiver.open();
  const webhookOf = async (api: Api, idCliente: string) => {
    const { json } = await api.post(WEBHOOKS, { query: { idCliente }, body: { url: receiver.url, descricao: SECRET } });
    return json.idWebhook as string;
  };
  const webhooks = both(
    await webhookOf(right, clientId),
    await webhookOf(new Api(url, tokens.get('other client')), stableId('client', OTHER)),
  );
  const freshWebhook = async () => {
    await database.query('DELETE FROM webhook WHERE client_id = ? AND id <> ?', [idBytes(clientId), webhooks.own]);
    return webhookOf(right, clientId);
  };
  const sessionOf = (login: string) => async () => {
    await signIn(url, login);
    const [row] = (await database.query(
      `SELECT id FROM session WHERE user_id = ${idOf(login)} AND ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    )) as { id: string }[];
    return row!.id;
  };
  const freshSession = sessionOf('alvo');
  const programs = await matrixPrograms(service, right, {
    client: clientId,
    otherLevel: stableId('level', CLIENT, 'Beta'),
    profile: stableId('profile', without('user:manage')),
    responsible: stableId('user', 'alvo'),
  });
  const foreign = await matrixPrograms(service, new Api(url, tokens.get('other client')), {
    client: stableId('client', OTHER),
    responsible: stableId('user', 'alheio'),
  });
  for (const [caller, token] of programs.tokens) tokens.set(caller, token);
  const signing = { idCliente: clientId, origemAssinatura: stableId('origin', CLIENT, ORIGIN) };
  const signed = await fresh();
  await sign(right, [signed.file], signing);
  const signatureCode = codeIn(await bytesOf(right, signed.file, clientId));
  return {
    service,
    right,
    fresh,
    remove,
    receiver,
    freshWebhook,
    freshRow,
    freshUser,
    freshSession,
    freshKey: programs.freshKey,
    freshFlow: () => freshFlow(right, service, CLIENT, 'Pessoas'),
    signatureCode,
    tokenOf: (caller, permission) => {
      if (caller === 'key without the permission') return programs.lacking.get(permission)!;
      return caller === 'without the permission' ? lacking.get(permission)! : tokens.get(caller)!;
    },
    reopen: async (token) => {
      // A key opens no session.
      if (token.startsWith('acv_')) return;
      await database.query(`UPDATE session SET ended_at = NULL WHERE id = '${claimOf(token).sessionId}'`);
    },
    things: {
      client: both(own.idCliente, stableId('client', OTHER)),
      unit: both(own.idUnidade, stableId('unit', EAST as string)),
      level: both(own.idArvoreOrganizacional, stableId('level', OTHER, 'Gama')),
      document: { ...both(kept.document, other.document), deleted: deleted.document },
      file: { ...both(kept.file, other.file), deleted: deleted.file },
      list: both(stableId('list', CLIENT, 'Pessoas'), stableId('list', OTHER, 'Segredos')),
      row: both(await rowOf(CLIENT, 'Pessoas'), await rowOf(OTHER, 'Segredos')),
      'list field': both(stableId('list-field', CLIENT, 'Pessoas', 'Nome'), stableId('list-field', OTHER, 'Segredos', 'Nome')),
      user: both(stableId('user', 'alvo'), stableId('user', 'alheio')),
      caller: both(stableId('user', 'certo'), stableId('user', 'alheio')),
      responsible: both(stableId('user', 'certo'), stableId('user', 'outro-cliente')),
      profile: { own: stableId('profile', 'Leitor da matriz'), unknown: NOBODY, malformed: 'nada' },
      webhook: webhooks,
      session: both(await freshSession(), await sessionOf('alheio')()),
      account: both(programs.account, foreign.account),
      'api key': both(await programs.freshKey(), await foreign.freshKey()),
      origin: both(stableId('origin', CLIENT, ORIGIN), stableId('origin', OTHER, ORIGIN)),
      'box type': { own: stableId('box-type', 'Caixa da matriz'), unknown: NOBODY, malformed: 'nada' },
      bill: both(await billOf(CLIENT), await billOf(OTHER)),
      report: { own: REPORT.due, unknown: NOBODY, malformed: 'nada' },
      free: { own: NOBODY, malformed: 'nada' },
      ...flowIds(both, [CLIENT, 'Pessoas', ownFlow], [OTHER, 'Segredos', otherFlow]),
    },
  };
}
