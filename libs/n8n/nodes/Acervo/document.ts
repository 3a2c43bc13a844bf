import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { call } from './call';
import { create, createProperties } from './documentCreate';
import { byLabel, changesOf } from './documentFields';
import { find, findProperties } from './documentFind';
import { search, searchProperties } from './documentSearch';
import { clientId, documentId, fields, levelId, shownFor, simplify, unitId } from './properties';

const shown = (...operations: string[]) => shownFor('document', ...operations);

export const documentProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['document'] } },
    options: [
      { name: 'Delete', value: 'delete', action: 'Delete a document' },
      { name: 'File', value: 'create', description: 'Store a document with its fields and files', action: 'File a document' },
      { name: 'Get', value: 'get', description: 'Fields and files of a document', action: 'Get a document' },
      {
        name: 'Get Many',
        value: 'getAll',
        description: 'Find documents by ranges, words and alternatives, in any order',
        action: 'Find documents',
      },
      {
        name: 'Search by Fields',
        value: 'search',
        description: 'Find documents whose fields have these values',
        action: 'Search documents by fields',
      },
      { name: 'Update', value: 'update', description: 'Change fields of a document', action: 'Update a document' },
    ],
    default: 'create',
  },
  { ...clientId, ...shown('create', 'delete', 'get', 'getAll', 'search', 'update') },
  { ...unitId, ...shown('create', 'delete', 'update') },
  { ...levelId, ...shown('create', 'delete', 'update') },
  { ...documentId, ...shown('delete', 'get', 'update') },
  ...createProperties,
  ...findProperties,
  ...searchProperties,
  { ...fields, ...shown('update'), description: 'Others stay; an empty value removes the old one' },
  { ...simplify, ...shown('get') },
];

interface DocumentAnswer extends IDataObject {
  campos: { label: string; nomeLista: string | null; valor: string }[];
}

/** Where a document is that exists. */
const placeOf = (caller: IExecuteFunctions, index: number): IDataObject => ({
  idUnidade: caller.getNodeParameter('unitId', index),
  idCliente: caller.getNodeParameter('clientId', index),
  idArvoreOrganizacional: caller.getNodeParameter('levelId', index),
  idDocumento: caller.getNodeParameter('documentId', index),
});

async function get(caller: IExecuteFunctions, index: number) {
  const [id, client] = [caller.getNodeParameter('documentId', index) as string, caller.getNodeParameter('clientId', index) as string];
  const found = await call<DocumentAnswer>(caller, `/api/Documento/${encodeURIComponent(id)}/cliente/${encodeURIComponent(client)}`);
  return [caller.getNodeParameter('simplify', index) ? { ...found, campos: byLabel(found.campos) } : found];
}

async function update(caller: IExecuteFunctions, index: number) {
  const qs = placeOf(caller, index);
  const mensagem = await call<string>(caller, '/api/Documento/Put', { method: 'PUT', qs, body: changesOf(caller, index) });
  return [{ idDocumento: qs.idDocumento, mensagem }];
}

async function remove(caller: IExecuteFunctions, index: number) {
  const qs = placeOf(caller, index);
  await call<string>(caller, '/api/Documento/Delete', { method: 'DELETE', qs });
  return [{ deleted: true }];
}

export const documentOperations = { create, get, getAll: find, search, update, delete: remove };
