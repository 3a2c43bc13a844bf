import { stableId } from '#application/support/stable-id';
import { addClient, fieldsOfEveryType, PERIOD, type AddedClient } from './added-client';
import { IDS, loggedIn, place, type Answer, type Api } from './api';
import { bodyOf, changingNothing, createdBy, expectRefusal, metadataOf, PATHS, type Created, type Refusal, type Sent } from './creates';
import { startService, type Service } from './service';

export const PUT = '/api/Documento/Put';
export const CHANGED = '"Registro alterado com sucesso."';

export const CLIENT = 'Empresa das Mudanças';
const UNIT = 'Unidade das Mudanças';

/** An additional client whose levels use every rule for changes. */
const CHANGES_CLIENT: AddedClient = {
  name: CLIENT,
  unit: UNIT,
  users: { mudanças: [{}], tipos: [{ level: ['Raiz', 'Tipos'] }] },
  lists: [
    {
      name: 'Filiais',
      kind: 'autocomplete',
      fields: [
        { label: 'UF', type: 'options', options: ['MG', 'SP'], key: true },
        { label: 'Número', type: 'number', key: true },
        { label: 'Filial', type: 'text', importMandatory: true, max: 20 },
        { label: 'Abertura', type: 'date' },
      ],
      rows: [{ UF: 'MG', Número: '1', Filial: 'Centro', Abertura: '01/02/2020' }],
    },
    {
      name: 'Aberta',
      kind: 'consolidation',
      allowsInclusion: true,
      fields: [
        { label: 'Código', type: 'number', key: true },
        { label: 'Nome', type: 'text', importMandatory: true },
        { label: 'Nota', type: 'text' },
      ],
      rows: [{ Código: '1', Nome: 'Um', Nota: 'primeira' }],
    },
    {
      name: 'Fechada',
      kind: 'consolidation',
      fields: [
        { label: 'Código', type: 'number', key: true },
        { label: 'Nome', type: 'text', importMandatory: true },
        { label: 'Desde', type: 'date' },
      ],
      rows: [
        { Código: '1', Nome: 'Ana', Desde: '10/01/2020' },
        { Código: '2', Nome: 'Bia', Desde: '20/02/2021' },
        { Código: '3', Nome: 'Caio' },
      ],
    },
  ],
  levels: [
    {
      name: 'Raiz',
      fields: [{ label: 'Ano', type: 'number', mandatory: true, min: 1900, max: 2100 }],
      levels: [
        {
          name: 'Tipos',
          fields: [{ label: 'Detalhe', type: 'text' }, ...fieldsOfEveryType(...PERIOD)],
          lists: [{ name: 'Filiais' }, { name: 'Aberta' }],
        },
        { name: 'Prazos', fields: [{ label: 'Base', type: 'date' }], retention: { field: 'Base', months: 12 } },
        {
          name: 'Pessoas',
          lists: [{ name: 'Fechada', mandatory: true }],
          retention: { field: 'Desde', list: 'Fechada', months: 12 },
        },
      ],
    },
  ],
};

const level = (name: string) => stableId('level', CLIENT, 'Raiz', name);

/** Ids of that client. */
export const CHANGES = {
  client: stableId('client', CLIENT),
  root: stableId('level', CLIENT, 'Raiz'),
  types: level('Tipos'),
  terms: level('Prazos'),
  people: level('Pessoas'),
};

/** The place of a document: a level of that client, or of Empresa Exemplo. */
export const at = (idArvoreOrganizacional: string): Record<string, string> =>
  Object.values(CHANGES).includes(idArvoreOrganizacional)
    ? { idUnidade: stableId('unit', UNIT), idCliente: CHANGES.client, idArvoreOrganizacional }
    : place(idArvoreOrganizacional);

export interface ChangesScene {
  service: Service;
  demo: Api;
  finance: Api;
  reader: Api;
  other: Api;
  /** A user of the client with many rules. */
  rules: Api;
}

/** The service with the demo archive and the client for changes; its users are logged in. */
export async function changesScene(): Promise<ChangesScene> {
  const service = await startService();
  await addClient(service.app, CHANGES_CLIENT);
  const logins = ['demo', 'financeiro', 'leitor', 'outro', 'mudanças'].map((login) => loggedIn(service.url, login));
  const [demo, finance, reader, other, rules] = (await Promise.all(logins)) as [Api, Api, Api, Api, Api];
  return { service, demo, finance, reader, other, rules };
}

export const value = (label: string, valorCampo: string, nomeLista = '') => ({ nomeLista, label, valorCampo });

/** Files a document at a level of either client. */
export const filedAt = async (api: Api, idLevel: string, sent: Sent = {}): Promise<Created> =>
  createdBy(await api.post(PATHS.V2, { query: at(idLevel), body: bodyOf('V2', sent) }));

/** One changed field. */
export const set = (campo: string, valor: string, nomeLista?: string) => ({ campo, valor, ...(nomeLista !== undefined && { nomeLista }) });

/** Changed fields of one list. */
export const row = (nomeLista: string, cells: Record<string, string>) =>
  Object.entries(cells).map(([campo, valor]) => set(campo, valor, nomeLista));

export const put = (
  api: Api,
  idDocumento: string,
  body: unknown,
  { level: idLevel = IDS.invoices, headers = {} }: { level?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => api.call('PUT', PUT, { query: { ...at(idLevel), idDocumento }, body, headers });

export const changed = (answer: Answer) => expect([answer.status, answer.text]).toEqual([200, CHANGED]);

export const shown = (api: Api, code: number, client = IDS.client) => metadataOf(api, code, client);

/** A call that must be refused with this status and must leave all documents and lists unchanged. */
export const refusedWhole = (service: Service, status: number, call: () => Promise<Answer>): Promise<Refusal> =>
  changingNothing(service, async () => expectRefusal(await call(), status));

/** The ETag of a document, from operation 2.1. */
export const etagOf = async (api: Api, idDocumento: string): Promise<string> =>
  (await api.get('/api/Arquivo/Get', { query: { idDocumento } })).headers.get('etag') as string;

/** The version in a document's ETag: incremented by every change. */
export const versionIn = (etag: string | null) => Number(/^"\d+-(\d+)"$/.exec(etag ?? '')?.[1]);
