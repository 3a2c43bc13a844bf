import { jsonParse, type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { call, given } from './call';
import { byLabel } from './documentFields';
import { paged } from './paging';
import { levelId, many, optional, optionsOf, shownFor, simplify, unitId } from './properties';

const shown = shownFor('document', 'getAll');

/** What every document has, beside the fields of its level. */
const SYSTEM = [
  { name: 'Box', value: 'caixa' },
  { name: 'Box Type', value: 'tipoCaixa' },
  { name: 'Code', value: 'codigo' },
  { name: 'Due', value: 'vencimento' },
  { name: 'External Key', value: 'chaveExterna' },
  { name: 'Field', value: '' },
  { name: 'Level', value: 'nivel' },
  { name: 'Number of Files', value: 'arquivos' },
  { name: 'Registered', value: 'cadastro' },
  { name: 'Status', value: 'status' },
  { name: 'Unit', value: 'unidade' },
  { name: 'User', value: 'usuario' },
];
const OPERATORS = [
  { name: 'Begins With', value: 'comeca' },
  { name: 'Between', value: 'entre' },
  { name: 'Contains Words', value: 'contem' },
  { name: 'Equals', value: 'igual' },
  { name: 'Greater', value: 'maior' },
  { name: 'Greater or Equal', value: 'maior-igual' },
  { name: 'Has a Value', value: 'preenchido' },
  { name: 'Is Empty', value: 'vazio' },
  { name: 'Less', value: 'menor' },
  { name: 'Less or Equal', value: 'menor-igual' },
  { name: 'Not Equal', value: 'diferente' },
  { name: 'Not One Of', value: 'nao-em' },
  { name: 'One Of', value: 'em' },
];
const WITH_SEVERAL = ['em', 'nao-em', 'entre'];
const WITHOUT_VALUE = ['preenchido', 'vazio'];

export const findProperties: INodeProperties[] = [
  {
    displayName: 'Conditions',
    name: 'conditions',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Condition',
    default: {},
    ...shown,
    options: [
      {
        displayName: 'Condition',
        name: 'condition',
        values: [
          { displayName: 'Of', name: 'system', type: 'options', options: SYSTEM, default: '' },
          {
            displayName: 'Label',
            name: 'label',
            type: 'string',
            default: '',
            description: 'Name of the field',
            displayOptions: { show: { system: [''] } },
          },
          { displayName: 'Operator', name: 'operator', type: 'options', options: OPERATORS, default: 'igual' },
          {
            displayName: 'Value',
            name: 'value',
            type: 'string',
            default: '',
            description: 'As in a document: 1.500,00 or 21/11/2026. Several values are separated by semicolons.',
            displayOptions: { hide: { operator: WITHOUT_VALUE } },
          },
        ],
      },
    ],
  },
  {
    displayName: 'Combine',
    name: 'combine',
    type: 'options',
    options: [
      { name: 'All Conditions', value: 'todas' },
      { name: 'Any Condition', value: 'alguma' },
    ],
    default: 'todas',
    ...shown,
  },
  ...many('document', 'getAll'),
  { ...simplify, ...shown },
  optionsOf(shown, [
    {
      displayName: 'Columns',
      name: 'columns',
      type: 'string',
      default: '',
      description: 'Labels of the fields to return, separated by semicolons',
    },
    {
      displayName: 'Descending',
      name: 'descending',
      type: 'boolean',
      default: true,
      description: 'Whether the order is descending',
    },
    {
      displayName: 'Filter (JSON)',
      name: 'filter',
      type: 'json',
      default: '',
      description: 'Filter with groups, as POST /api/v3/Documento/Pesquisar takes it, in place of the conditions',
    },
    optional(levelId),
    {
      displayName: 'Order By Field',
      name: 'order',
      type: 'string',
      default: '',
      description: 'Label of a field; the newest documents come first without it',
    },
    {
      displayName: 'Text of Files',
      name: 'texto',
      type: 'string',
      default: '',
      description: 'Words in the files, where the service reads files',
    },
    optional(unitId),
  ]),
];

const several = (text: string) => text.split(';').map((each) => each.trim());

interface Condition {
  system: string;
  label?: string;
  operator: string;
  value?: string | number;
}

function conditionOf({ system, label = '', operator, value = '' }: Condition): IDataObject {
  const of = system ? { sistema: system } : { campo: label };
  if (WITHOUT_VALUE.includes(operator)) return { ...of, operador: operator };
  const text = String(value);
  return { ...of, operador: operator, ...(WITH_SEVERAL.includes(operator) ? { valores: several(text) } : { valor: text }) };
}

interface Found extends IDataObject {
  campos: { label: string; nomeLista?: string | null; valor: string }[];
}

export async function find(caller: IExecuteFunctions, index: number) {
  const options = caller.getNodeParameter('options', index) as IDataObject;
  const conditions = caller.getNodeParameter('conditions.condition', index, []) as Condition[];
  const built = conditions.length > 0 ? { [caller.getNodeParameter('combine', index) as string]: conditions.map(conditionOf) } : undefined;
  const body = given({
    filtro: typeof options.filter === 'string' && options.filter ? jsonParse<IDataObject>(options.filter) : (options.filter ?? built),
    texto: options.texto,
    colunas: options.columns ? several(String(options.columns)) : undefined,
    ordem: options.order ? { campo: options.order, sentido: options.descending === false ? 'crescente' : 'decrescente' } : undefined,
  });
  const qs = given({
    idCliente: caller.getNodeParameter('clientId', index),
    idUnidade: options.unitId,
    idArvoreOrganizacional: options.levelId,
  });
  let cursor: string | null = null;
  const documents = await paged(caller, index, async (tamanhoPagina) => {
    const page = { ...body, tamanhoPagina, ...(cursor !== null && { cursor }) };
    const answer: { documentos: Found[]; proximo: string | null } = await call(caller, '/api/v3/Documento/Pesquisar', {
      ...{ method: 'POST', qs, body: page },
    });
    cursor = answer.proximo;
    return { entries: answer.documentos, isLast: cursor === null };
  });
  if (!caller.getNodeParameter('simplify', index)) return documents;
  return documents.map(({ campos, ...rest }) => ({ ...rest, campos: byLabel(campos) }));
}
