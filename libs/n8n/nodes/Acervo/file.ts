import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { call, given } from './call';
import { binaryOf, keyOf } from './documentCreate';
import { clientId, documentId, fileId, shownFor } from './properties';

const shown = (...operations: string[]) => shownFor('file', ...operations);

export const fileProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['file'] } },
    options: [
      { name: 'Download', value: 'download', description: 'Fetch a file as binary data', action: 'Download a file' },
      { name: 'Share', value: 'share', description: 'Create links that open without a login', action: 'Share files' },
      { name: 'Upload', value: 'upload', description: 'Add a file to a document', action: 'Upload a file' },
    ],
    default: 'download',
  },
  { ...clientId, ...shown('download', 'share') },
  { ...documentId, ...shown('share', 'upload') },
  { ...fileId, ...shown('download') },
  { ...fileId, required: undefined, description: 'All files of the document without it', ...shown('share') },
  {
    displayName: 'Until',
    name: 'until',
    type: 'string',
    default: '',
    placeholder: '31/12/2027',
    description: 'Last day of the link; without it the link works until it is removed',
    ...shown('share'),
  },
  {
    displayName: 'Input Binary Field',
    name: 'inputField',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the input binary field containing the file',
    ...shown('upload'),
  },
  {
    displayName: 'Put Output File in Field',
    name: 'outputField',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the output binary field to put the file in',
    ...shown('download'),
  },
];

interface Fetched {
  body: Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];
  headers: Record<string, string | undefined>;
}

/** RFC 6266: what is not ASCII stands in `filename*`. */
function nameIn({ 'content-disposition': disposition = '' }: Fetched['headers']) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded
    ? decodeURIComponent(encoded)
    : /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)?.slice(1).find(Boolean)?.replace(/\\(.)/g, '$1');
}

async function download(caller: IExecuteFunctions, index: number): Promise<Omit<INodeExecutionData, 'pairedItem'>[]> {
  const [id, client] = [caller.getNodeParameter('fileId', index) as string, caller.getNodeParameter('clientId', index) as string];
  const { body, headers } = await call<Fetched>(caller, `/api/Arquivo/${encodeURIComponent(id)}/Cliente/${encodeURIComponent(client)}`, {
    ...{ encoding: 'stream', json: false, returnFullResponse: true, headers: { Accept: 'application/octet-stream' } },
  });
  const field = caller.getNodeParameter('outputField', index) as string;
  const binary = await caller.helpers.prepareBinaryData(body, nameIn(headers), headers['content-type']);
  return [{ json: { idImagem: id }, binary: { [field]: binary } }];
}

async function share(caller: IExecuteFunctions, index: number) {
  const document = encodeURIComponent(caller.getNodeParameter('documentId', index) as string);
  const client = encodeURIComponent(caller.getNodeParameter('clientId', index) as string);
  const qs = given({ idImagem: caller.getNodeParameter('fileId', index), PrazoCompartilhamento: caller.getNodeParameter('until', index) });
  const path = `/api/Documento/${document}/cliente/${client}/compartilhar-arquivos`;
  return [await call<IDataObject>(caller, path, { method: 'POST', qs })];
}

async function upload(caller: IExecuteFunctions, index: number) {
  const { base64, title, extension } = await binaryOf(caller, index, caller.getNodeParameter('inputField', index) as string);
  const qs = { idDocumento: caller.getNodeParameter('documentId', index) as string };
  const body = [{ arquivo: base64, nomeImagem: title, extensao: extension }];
  return call<IDataObject[]>(caller, '/api/Arquivo/Upload', {
    ...{ method: 'POST', qs, body, headers: { 'Idempotency-Key': keyOf(caller, index) } },
  });
}

export const fileOperations = { download, share, upload };
