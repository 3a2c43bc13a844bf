import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { IDS } from '../e2e/support/api';

/** What the demo archive allows to whom. */
export const USERS = ['demo', 'financeiro', 'leitor', 'outro'] as const;
export type User = (typeof USERS)[number];

export interface ListRules {
  name: string;
  key: string;
  must: string;
  /** A field that may stay empty. */
  more: string | null;
  grows: boolean;
  /** Whether the user `financeiro` reaches it. */
  finance: boolean;
  /** Rows that the demo archive has. */
  before: number;
}

const LIST_RULES = {
  suppliers: { name: 'Fornecedores', key: 'CNPJ', must: 'Razão Social', more: 'Cidade', grows: true, finance: true },
  staff: { name: 'Funcionários', key: 'Matrícula', must: 'Nome', more: 'Cargo', grows: false, finance: false },
  customers: { name: 'Clientes Finais', key: 'CPF', must: 'Nome', more: null, grows: true, finance: true },
} as const;
export type ListName = keyof typeof LIST_RULES;
export const LIST_NAMES = Object.keys(LIST_RULES) as ListName[];
export const LISTS: Record<ListName, Omit<ListRules, 'before'>> = LIST_RULES;

export const listId = (list: ListName) => stableId('list', DEMO_CLIENT, LISTS[list].name);
export const listFieldId = (list: ListName, label: string) => stableId('list-field', DEMO_CLIENT, LISTS[list].name, label);
export const listLabels = (list: ListName) => {
  const { key, must, more } = LISTS[list];
  return [key, must, ...(more === null ? [] : [more])];
};

export interface LevelRules {
  id: string;
  path: string;
  finance: boolean;
  /** Belongs to the client of `outro`. */
  foreign: boolean;
  /** The text field that carries the name of the history. */
  text: string;
  labels: readonly string[];
  mandatory: readonly string[];
  lists: readonly ListName[];
}

const LEVEL_RULES = {
  invoices: {
    id: IDS.invoices,
    path: 'Financeiro > Notas Fiscais',
    finance: true,
    foreign: false,
    text: 'Observação',
    labels: ['Número', 'Data de Emissão', 'CPF/CNPJ Fornecedor', 'Valor Total', 'Observação'],
    mandatory: ['Número', 'Data de Emissão'],
    lists: [],
  },
  contracts: {
    id: IDS.contracts,
    path: 'Financeiro > Contratos',
    finance: true,
    foreign: false,
    text: 'Título',
    labels: ['Título', 'Vigência', 'Situação'],
    mandatory: ['Título'],
    lists: ['suppliers', 'customers'],
  },
  records: {
    id: IDS.records,
    path: 'Recursos Humanos > Prontuários',
    finance: false,
    foreign: false,
    text: 'Tipo',
    labels: ['Tipo'],
    mandatory: ['Tipo'],
    lists: ['staff'],
  },
  others: {
    id: IDS.otherLevel,
    path: 'Geral > Documentos',
    finance: false,
    foreign: true,
    text: 'Assunto',
    labels: ['Assunto'],
    mandatory: ['Assunto'],
    lists: [],
  },
} as const;
export type LevelName = keyof typeof LEVEL_RULES;
export const LEVEL_NAMES = Object.keys(LEVEL_RULES) as LevelName[];
export const LEVELS: Record<LevelName, LevelRules> = LEVEL_RULES;

export const sees = (user: User, level: LevelName) => {
  const { foreign, finance } = LEVELS[level];
  return user === 'outro' ? foreign : !foreign && (user !== 'financeiro' || finance);
};
/** Of its client: told, instead of refused, that there is no such level. */
export const seesAll = (user: User) => user !== 'financeiro';
export const reaches = (user: User, list: ListName) => user !== 'outro' && (user !== 'financeiro' || LISTS[list].finance);

/** All users except `leitor` have every permission on what they can access. */
export const changes = (user: User) => user !== 'leitor';

export const clientOf = (user: User) => (user === 'outro' ? IDS.otherClient : IDS.client);
export const placeOf = (level: LevelName) =>
  LEVELS[level].foreign
    ? { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: LEVELS[level].id }
    : { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: LEVELS[level].id };

/** Who numbers a box; a box of another client is none. */
export const BOXES: Record<number, { foreign: boolean; custody: string }> = {
  5001: { foreign: false, custody: 'Guarda Interna' },
  5002: { foreign: false, custody: 'Guarda Terceirizada' },
  5003: { foreign: true, custody: 'Guarda Terceirizada' },
};
