import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { addClient, fieldsOfEveryType, type AddedClient } from './added-client';
import { IDS, loggedIn, type Answer, type Api, type Call } from './api';
import { changingNothing, expectRefusal, problemsOf } from './creates';
import { startService, type Service } from './service';

const CLIENT = 'Empresa das Listas';
const UNIT = 'Unidade das Listas';

/** An additional client whose lists use every rule for rows. */
const LISTS_CLIENT: AddedClient = {
  name: CLIENT,
  unit: UNIT,
  users: {
    listas: [{}],
    férias: [{ level: ['Outros'] }],
    ambos: [{ client: DEMO_CLIENT, profile: 'Leitor' }, { profile: 'Leitor' }],
  },
  lists: [
    {
      name: 'Cadastro',
      kind: 'consolidation',
      fields: [
        { label: 'Matrícula', type: 'number', key: true },
        { label: 'Nome', type: 'text', importMandatory: true, max: 30 },
        { label: 'Admissão', type: 'date' },
        { label: 'Crachá', type: 'text', lockedAfterValue: true },
      ],
      rows: [
        { Matrícula: '1', Nome: 'Ana', Admissão: '01/02/2020', Crachá: 'A 1' },
        { Matrícula: '2', Nome: 'Bia' },
        { Matrícula: '3', Nome: 'Caio' },
      ],
    },
    {
      name: 'Férias',
      kind: 'consolidation',
      allowsInclusion: true,
      parent: 'Cadastro',
      fields: [
        { label: 'matricula', type: 'number', key: true },
        { label: 'Início', type: 'date', key: true },
        { label: 'Fim', type: 'date', parent: 'Início', operator: '>=' },
        { label: 'Retorno', type: 'date', parent: 'Fim', operator: '>' },
      ],
    },
    {
      name: 'Tipos',
      kind: 'autocomplete',
      fields: [{ label: 'Código', type: 'text', key: true }, ...fieldsOfEveryType({ label: 'Dia', type: 'date' })],
    },
  ],
  levels: [
    {
      name: 'Pessoal',
      fields: [{ label: 'Assunto', type: 'text', mandatory: true }],
      lists: [{ name: 'Cadastro' }, { name: 'Férias' }],
      retention: { field: 'Admissão', list: 'Cadastro', months: 12 },
    },
    { name: 'Outros', fields: [{ label: 'Assunto', type: 'text', mandatory: true }], lists: [{ name: 'Cadastro' }, { name: 'Tipos' }] },
  ],
};

/** A list of a client, with its field ids. */
export class KnownList {
  readonly id: string;
  readonly client: string;
  readonly unit: string;

  constructor(
    readonly name: string,
    private readonly clientName: string,
    unitName: string,
  ) {
    this.id = stableId('list', clientName, name);
    this.client = stableId('client', clientName);
    this.unit = stableId('unit', unitName);
  }

  field = (label: string) => stableId('list-field', this.clientName, this.name, label);

  /** A request body: values by label. */
  cells = (values: Record<string, unknown>) =>
    Object.entries(values).map(([label, valorCampo]) => ({ idCampo: this.field(label), valorCampo }));

  query = { idCliente: '', idLista: '' };
}

const known = (name: string, client: string, unit: string) => {
  const list = new KnownList(name, client, unit);
  list.query = { idCliente: list.client, idLista: list.id };
  return list;
};

export const STAFF = known('Cadastro', CLIENT, UNIT);
export const HOLIDAYS = known('Férias', CLIENT, UNIT);
export const KINDS = known('Tipos', CLIENT, UNIT);
export const SUPPLIERS = known('Fornecedores', DEMO_CLIENT, 'Unidade Central');
export const EMPLOYEES = known('Funcionários', DEMO_CLIENT, 'Unidade Central');
export const CUSTOMERS = known('Clientes Finais', DEMO_CLIENT, 'Unidade Central');

export const levelId = (...names: string[]) => stableId('level', CLIENT, ...names);

/** Ids of the installed rows. */
export const rowId = (list: KnownList, key: string) => stableId('row', list.client === IDS.client ? DEMO_CLIENT : CLIENT, list.name, key);

export interface ListsScene {
  service: Service;
  /** A user of the client with many rules. */
  lists: Api;
  demo: Api;
  reader: Api;
  finance: Api;
  other: Api;
}

/** The service with the demo archive and the client for lists; its users are logged in. */
export async function listsScene(): Promise<ListsScene> {
  const service = await startService();
  await addClient(service.app, LISTS_CLIENT);
  const logins = ['listas', 'demo', 'leitor', 'financeiro', 'outro'].map((login) => loggedIn(service.url, login));
  const [lists, demo, reader, finance, other] = (await Promise.all(logins)) as [Api, Api, Api, Api, Api];
  return { service, lists, demo, reader, finance, other };
}

export const LISTS = '/api/Lista/GetListas';
export const FIELDS = '/api/Lista/GetCamposDaLista';
export const ROWS = '/api/Lista/GetLinhaLista';
export const ADD = '/api/AdicionarItemLista/Post';
export const rowPath = (list: KnownList, row: string, listId = list.id, client = list.client) =>
  `/api/Lista/${listId}/Cliente/${client}/LinhaLista/${row}`;
export const searchPath = (list: KnownList, listId = list.id, unit = list.unit, client = list.client) =>
  `/api/Lista/RetornaLinhaListasPorCampoValor/${listId}/${unit}/${client}`;

type Values = Record<string, unknown>;

export const add = (api: Api, list: KnownList, values: Values, call: Call = {}) =>
  api.post(ADD, { query: list.query, body: list.cells(values), ...call });

export const change = (api: Api, list: KnownList, row: string, values: Values, call: Call = {}) =>
  api.call('PUT', rowPath(list, row), { body: list.cells(values), ...call });

/** The id of the row added by 5.5. */
export function addedBy(answer: Answer): string {
  const id = /^"Item adicionado: '([0-9a-f-]{36})'!"$/.exec(answer.text)?.[1];
  if (answer.status !== 201 || !id) throw new Error(`not added: ${answer.status} ${answer.text}`);
  return id;
}

export interface CellAnswer {
  IdCampo: string;
  IdLinhaLista: string;
  Valor: string;
  Chave: boolean;
  Obrigatorio: boolean;
}

/** The rows of a list from 5.3: row id, then texts in field order. */
export async function rowsOf(api: Api, list: KnownList): Promise<Map<string, string[]>> {
  const { json } = await api.get(ROWS, { query: list.query });
  const rows = new Map<string, string[]>();
  for (const { IdLinhaLista, Valor } of json as CellAnswer[]) rows.set(IdLinhaLista, [...(rows.get(IdLinhaLista) ?? []), Valor]);
  return rows;
}

export const textsOf = async (api: Api, list: KnownList, row: string) => (await rowsOf(api, list)).get(row);

/** The call's field problems as `field CODE`; it must be refused with this status and leave nothing behind. */
export async function problems(service: Service, status: number, call: () => Promise<Answer>): Promise<string[]> {
  return changingNothing(service, async () => problemsOf(expectRefusal(await call(), status)));
}

/** `count × status` of answers, for titles and messages. */
export function outcomes(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}

export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
