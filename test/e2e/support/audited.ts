import { Sealer } from '#application/audit/sealer';
import { stableId } from '#application/support/stable-id';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { base64, IDS, place, type Answer, type Api, type Call } from './api';
import { bodyOf, createdBy, PATHS, VERSIONS } from './creates';
import { filed, NOBODY, revokePath, sharesOf, sharesPath, texts } from './reading';
import { fresh } from './repeats';
import type { Service } from './service';
import { filedPdfs, ORIGIN, SIGN, signBody } from './signing';
import { CREATE, grant, madeBy, makeUser, OTHER_PASSWORD, PROFILES, userBody, USERS } from './users';

const LIST = 'Funcionários';
export const list = stableId('list', DEMO_CLIENT, LIST);
export const cell = (label: string, valorCampo: string) => ({ idCampo: stableId('list-field', DEMO_CLIENT, LIST, label), valorCampo });

/** A call of an operation that changes something. */
export interface AuditedCall {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that must be refused. */
  wrong?: unknown;
  /** The expected subject of its event. */
  subject(answer: Answer): Promise<object> | object;
}

export interface AuditedOperation {
  name: string;
  action: string;
  repeatable?: true;
  simulated?: true;
  /** Prepares the archive for the call. */
  ready(api: Api): Promise<AuditedCall>;
}

export const sent = (api: Api, { method, path, query, body }: AuditedCall, call: Call = {}): Promise<Answer> =>
  api.call(method, path, { ...(query && { query }), ...(body !== undefined && { body }), ...call });

const idsOf = async (api: Api, document: string) => (await sharesOf(api, document)).map(({ IdArquivo }) => IdArquivo);

const creates = VERSIONS.map((version): AuditedOperation => ({
  name: `create ${version}`,
  action: 'documento.incluir',
  repeatable: true,
  simulated: true,
  ready: async (api) => ({
    method: 'POST',
    path: PATHS[version],
    query: place(),
    body: bodyOf(version, { files: [{ content: fresh(), extension: 'txt', name: 'a' }] }),
    wrong: bodyOf(version, { values: [] }),
    subject: async (answer) => {
      const { id, code } = createdBy(answer);
      return { documentId: id, code, levelId: expect.any(String), unitId: IDS.unit, files: await idsOf(api, id) };
    },
  }),
}));

const signs: AuditedOperation = {
  name: '2.6',
  action: 'arquivo.assinar',
  repeatable: true,
  ready: async (api) => {
    const { document, files } = await filedPdfs(api, ['a', 'b']);
    return {
      method: 'POST',
      path: SIGN,
      body: signBody(files),
      wrong: signBody([...files, NOBODY]),
      subject: () => ({
        documentId: document,
        files,
        signatures: [expect.any(String), expect.any(String)],
        originId: ORIGIN,
        levelId: expect.any(String),
        legalPerson: false,
      }),
    };
  },
};

const adds = ['Post', 'Upload'].map((name): AuditedOperation => ({
  name: name === 'Post' ? '2.2' : '2.3',
  action: 'arquivo.incluir',
  repeatable: true,
  ready: async (api) => {
    const { id } = await filed(api);
    return {
      method: 'POST',
      path: `/api/Arquivo/${name}`,
      query: { idDocumento: id },
      body: [{ arquivo: base64(fresh()), nomeImagem: 'a', extensao: 'txt' }],
      wrong: [],
      subject: async () => ({ documentId: id, levelId: expect.any(String), files: await idsOf(api, id) }),
    };
  },
}));

/** A user of Empresa Exemplo with read permission, for the operations on users. */
export const onUser = (
  name: string,
  action: string,
  method: string,
  tail: string,
  body: unknown,
  wrong: unknown,
  subject: object,
): AuditedOperation => ({
  name,
  action,
  ready: async (api) => {
    const { id } = await makeUser(api);
    return { method, path: [USERS, id, ...(tail ? [tail] : [])].join('/'), body, wrong, subject: () => ({ userId: id, ...subject }) };
  },
});

/** All operations that change something, except the login. */
export const AUDITED: readonly AuditedOperation[] = [
  ...creates,
  signs,
  ...adds,
  {
    name: '2.4',
    action: 'arquivo.excluir',
    ready: async (api) => {
      const { id } = await filed(api, { files: texts('a', 'b') });
      const [file] = await idsOf(api, id);
      return {
        method: 'DELETE',
        path: '/api/Arquivo/Delete',
        query: { idDocumento: id, idArquivo: file! },
        subject: async () => ({ documentId: id, levelId: expect.any(String), files: [file] }),
      };
    },
  },
  {
    name: '4.1',
    action: 'documento.alterar',
    simulated: true,
    ready: async (api) => {
      const { id, code } = await filed(api);
      const field = stableId('field', DEMO_CLIENT, 'Financeiro', 'Notas Fiscais', 'Observação');
      return {
        method: 'PUT',
        path: '/api/Documento/Put',
        query: { ...place(), idDocumento: id },
        body: [{ campo: 'Observação', valor: 'Sigiloso' }],
        wrong: [{ campo: 'Número', valor: 'x' }],
        subject: () => ({
          documentId: id,
          code,
          levelId: expect.any(String),
          version: expect.any(Number),
          fields: [expect.stringMatching(field)],
          lists: [],
        }),
      };
    },
  },
  {
    name: '4.7',
    action: 'documento.excluir',
    ready: async (api) => {
      const { id, code } = await filed(api);
      return {
        method: 'DELETE',
        path: '/api/Documento/Delete',
        query: { ...place(), idDocumento: id },
        subject: () => ({ documentId: id, code, levelId: expect.any(String) }),
      };
    },
  },
  {
    name: '4.8',
    action: 'compartilhamento.incluir',
    repeatable: true,
    ready: async (api) => {
      const { id } = await filed(api, { files: texts('a', 'b') });
      const files = await idsOf(api, id);
      return {
        method: 'POST',
        path: sharesPath(id),
        body: { PrazoCompartilhamento: '31/12/2099' },
        wrong: { PrazoCompartilhamento: '31/12/1999' },
        subject: () => ({ documentId: id, levelId: expect.any(String), files }),
      };
    },
  },
  {
    name: '4.6',
    action: 'compartilhamento.remover',
    ready: async (api) => {
      const { id } = await filed(api, { files: [{ content: 'a', extension: 'txt', name: 'a', share: true }] });
      return {
        method: 'PATCH',
        path: revokePath(id),
        subject: async () => ({ documentId: id, levelId: expect.any(String), files: await idsOf(api, id) }),
      };
    },
  },
  {
    name: '5.5',
    action: 'lista.incluir',
    repeatable: true,
    simulated: true,
    ready: async () => ({
      method: 'POST',
      path: '/api/AdicionarItemLista/Post',
      query: { idCliente: IDS.client, idLista: list },
      body: [cell('Matrícula', fresh('').replace('-', '70')), cell('Nome', 'Pessoa Sigilosa')],
      wrong: [cell('Matrícula', '1001'), cell('Nome', 'x')],
      subject: ({ text }) => ({ listId: list, rowId: /'(.+)'/.exec(text)?.[1] }),
    }),
  },
  {
    name: '5.4',
    action: 'lista.alterar',
    simulated: true,
    ready: async () => {
      const row = stableId('row', DEMO_CLIENT, LIST, '1003');
      return {
        method: 'PUT',
        path: `/api/Lista/${list}/Cliente/${IDS.client}/LinhaLista/${row}`,
        body: [cell('Cargo', fresh('Cargo'))],
        wrong: [cell('Nome', '')],
        subject: () => ({ listId: list, rowId: row, fields: [cell('Cargo', '').idCampo] }),
      };
    },
  },
  {
    name: '9.1',
    action: 'usuario.incluir',
    repeatable: true,
    ready: async () => ({
      method: 'POST',
      path: CREATE,
      body: userBody({ clienteMaster: '1' }),
      wrong: userBody({ senha: 'fraca' }),
      subject: (answer) => ({ userId: madeBy(answer), wholeClient: true }),
    }),
  },
  onUser('9.2', 'usuario.senha', 'PATCH', 'AlterarSenhaUsuario', { novaSenha: OTHER_PASSWORD }, { novaSenha: 'fraca' }, { own: false }),
  onUser('9.3', 'usuario.status', 'PATCH', 'AlterarStatusUsuario', { novoStatus: 'I' }, { novoStatus: 'X' }, { active: false }),
  onUser('permissions', 'usuario.permissoes', 'PUT', 'Permissoes', [grant(PROFILES.reader)], [grant(IDS.client)], {
    grants: [`${IDS.client} ${IDS.unit} * ${PROFILES.reader}`],
  }),
];

/** An event in an answer. */
export interface ShownEvent {
  sequencia: number;
  dataHora: string;
  idUsuario: string;
  origem: string;
  idRequisicao: string;
  acao: string;
  objeto: Record<string, unknown>;
  hash: string;
}

/** As it is stored. */
export interface StoredEventRow {
  position: number;
  user_id: string | null;
  address: string | null;
  request_id: string | null;
  action: string;
  subject: string;
}

/** All sealed events, in the order of their positions; `where` may name `e`, the event. */
export async function eventRows(
  { app, database }: Pick<Service, 'app' | 'database'>,
  where = '1 = 1',
  parameters: readonly (string | Uint8Array)[] = [],
): Promise<StoredEventRow[]> {
  await app.get(Sealer).settle();
  const sql = `SELECT e.* FROM event e WHERE ${where} ORDER BY e.client_id, e.position`;
  return (await database.query(sql, [...parameters])) as StoredEventRow[];
}

export const rowsOfLog = (service: Pick<Service, 'app' | 'database'>, clientId: string) =>
  eventRows(service, 'e.client_id = ?', [logBytes(clientId)]);

export const AUDIT = '/api/Auditoria';

/** One page of a client's events, newest first. */
export async function eventsOf(
  api: Api,
  query: Record<string, string | number> = {},
): Promise<{ eventos: ShownEvent[]; proximo: number | null }> {
  const { status, text, json } = await api.get(AUDIT, { query: { idCliente: IDS.client, ...query } });
  expect([status, text]).toEqual([200, expect.anything()]);
  return json;
}

/** Position of the newest event in the chain. */
export const lastOf = async (api: Api): Promise<number> => (await eventsOf(api, { limite: 1 })).eventos[0]?.sequencia ?? 0;
