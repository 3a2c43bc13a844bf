import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { call, given } from './call';
import { valuesOf } from './documentFields';
import { fields, optionsOf, shownFor } from './properties';

const shown = shownFor('document', 'create');

export const createProperties: INodeProperties[] = [
  { ...fields, ...shown },
  {
    displayName: 'Files',
    name: 'files',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add File',
    default: {},
    ...shown,
    options: [
      {
        displayName: 'Binary Data',
        name: 'binary',
        values: [
          {
            displayName: 'Input Binary Field',
            name: 'property',
            type: 'string',
            default: 'data',
            hint: 'The name of the input binary field containing the file',
          },
          { displayName: 'Share', name: 'shared', type: 'boolean', default: false, description: 'Whether to create a share link' },
        ],
      },
      {
        displayName: 'URL',
        name: 'url',
        values: [
          {
            displayName: 'URL',
            name: 'url',
            type: 'string',
            default: '',
            description: 'The service fetches the file from this public address',
          },
          {
            displayName: 'File Name',
            name: 'name',
            type: 'string',
            default: '',
            placeholder: 'Nota 1024.pdf',
            description: 'With its extension',
          },
          { displayName: 'Share', name: 'shared', type: 'boolean', default: false, description: 'Whether to create a share link' },
        ],
      },
    ],
  },
  optionsOf(shown, [
    {
      displayName: 'Box Code',
      name: 'codigoCaixa',
      type: 'number',
      default: 0,
      description: 'Of the box that holds the paper document; 0: the document is electronic',
    },
    {
      displayName: 'Dry Run',
      name: 'simular',
      type: 'boolean',
      default: false,
      description: 'Whether to check only, and store nothing',
    },
    {
      displayName: 'External Key',
      name: 'chaveExterna',
      type: 'string',
      default: '',
      description: 'ID of the document in your system, unique among the documents of the client',
    },
    {
      displayName: 'If External Key Exists',
      name: 'seExistir',
      type: 'options',
      options: [
        { name: 'Refuse', value: '' },
        { name: 'Return the Existing Document', value: 'retornar' },
      ],
      default: '',
    },
  ]),
];

const partsOf = (name: string) => /^(?<title>.+)\.(?<extension>[^.]+)$/.exec(name)?.groups ?? { title: name, extension: '' };

/** Name and extension as the service takes them. */
export async function binaryOf(caller: IExecuteFunctions, index: number, property: string) {
  const { fileName, fileExtension, mimeType } = caller.helpers.assertBinaryData(index, property);
  const bytes = await caller.helpers.getBinaryDataBuffer(index, property);
  const { title, extension } = partsOf(fileName ?? property);
  return { base64: bytes.toString('base64'), title, extension: extension || (fileExtension ?? ''), mimeType };
}

async function filesOf(caller: IExecuteFunctions, index: number) {
  const { binary = [], url = [] } = caller.getNodeParameter('files', index, {}) as {
    binary?: { property: string; shared: boolean }[];
    url?: { url: string; name: string; shared: boolean }[];
  };
  const wire = (title: string, extension: string, contentType: string, compartilhado: boolean) => ({
    ...{ nomeAmigavel: title, extensao: extension, contentType, compartilhado },
  });
  const files: IDataObject[] = [];
  for (const { property, shared } of binary) {
    const { base64, title, extension, mimeType } = await binaryOf(caller, index, property);
    files.push({ arquivo: base64, ...wire(title, extension, mimeType, shared) });
  }
  for (const { url: linkArquivo, name, shared } of url) {
    const { title, extension } = partsOf(name);
    files.push({ linkArquivo, ...wire(title, extension, 'application/octet-stream', shared) });
  }
  return files;
}

/** The same for each try of n8n in one run of the node, so that a repeated call stores nothing twice. */
export function keyOf(caller: IExecuteFunctions, index: number) {
  const run = caller.evaluateExpression('{{ $runIndex }}', index);
  const parts = [caller.getInstanceId(), caller.getWorkflow().id, caller.getExecutionId(), caller.getNode().id, run, index];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export async function create(caller: IExecuteFunctions, index: number) {
  const { codigoCaixa, chaveExterna, seExistir, simular } = caller.getNodeParameter('options', index) as IDataObject;
  const qs = {
    ...given({ seExistir, simular }),
    idUnidade: caller.getNodeParameter('unitId', index) as string,
    idCliente: caller.getNodeParameter('clientId', index) as string,
    idArvoreOrganizacional: caller.getNodeParameter('levelId', index) as string,
  };
  const body = {
    ...given({ chaveExterna, codigoCaixa: codigoCaixa || null }),
    valoresCampos: valuesOf(caller, index),
    arquivos: await filesOf(caller, index),
  };
  const headers = simular ? {} : { 'Idempotency-Key': keyOf(caller, index) };
  return [await call<IDataObject>(caller, '/api/v3/Documento', { method: 'POST', qs, body, headers })];
}
