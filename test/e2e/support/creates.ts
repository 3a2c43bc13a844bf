import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { base64, IDS, invoiceValues, place, type Answer, type Api } from './api';
import type { Service } from './service';
import { journalAfterSweep, rowCounts } from './state';

export const VERSIONS = ['V1', 'V2', 'V3'] as const;
export type Version = (typeof VERSIONS)[number];

export const PATHS: Record<Version, string> = { V1: '/api/Documento/Post', V2: '/api/v2/Documento', V3: '/api/v3/Documento' };

export interface SentValue {
  nomeLista?: string;
  label: string;
  valorCampo: string;
}

export interface SentFile {
  content?: string | Uint8Array;
  link?: string;
  extension: string;
  name?: string;
  share?: unknown;
}

export interface Sent {
  box?: unknown;
  values?: readonly object[];
  files?: readonly SentFile[];
}

const capital = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(capital);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name[0]!.toUpperCase() + name.slice(1), capital(inner)]));
};

function fileBody(version: Version, { content, link, extension, name = 'Arquivo', share }: SentFile): object {
  const common = {
    ...(content !== undefined && { arquivo: base64(content) }),
    ...(link !== undefined && { linkArquivo: link }),
    contentType: `application/${extension}`,
    extensao: extension,
    nomeAmigavel: name,
  };
  const shared = share !== undefined && { compartilhado: share };
  return version === 'V2' ? { ...(capital(common) as object), ...shared } : { ...common, ...shared };
}

/** The same document in the format of each version of the operation. */
export function bodyOf(version: Version, { box = null, values = invoiceValues(), files = [] }: Sent = {}): Record<string, unknown> {
  const arquivos = files.map((file) => fileBody(version, file));
  if (version !== 'V2') return { codigoCaixa: box, valoresCampos: values, arquivos };
  return { CodigoCaixa: box, IdDocumento: '', Arquivos: arquivos, ValoresCampos: capital(values) };
}

export const create = (api: Api, version: Version, sent?: Sent, level = IDS.invoices) =>
  api.post(PATHS[version], { query: place(level), body: bodyOf(version, sent) });

export interface Created {
  id: string;
  code: number;
  files: { id: string; link?: string }[];
}

/** The result of a create in any version; V1 answers nothing about files. */
export function createdBy(answer: Answer): Created {
  if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.text}`);
  if (Array.isArray(answer.json)) {
    const [, id = '', code = ''] = (answer.json as string[]).map((text) => text.split(': ')[1] ?? '');
    return { id, code: Number(code), files: [] };
  }
  const body = answer.json as Record<string, unknown>;
  const files = (body.Arquivos ?? body.arquivos) as Record<string, string>[];
  return {
    id: (body.IdDocumento ?? body.idDocumento) as string,
    code: (body.CodigoDocumento ?? body.codigoDocumento) as number,
    files: files.map((file) => ({
      id: (file.IdArquivo ?? file.idArquivo) as string,
      link: file.LinkCompartilhado ?? file.linkCompartilhado,
    })),
  };
}

/** The metadata of one document, by label, as operation 4.4 shows them. */
export async function metadataOf(api: Api, code: number, idCliente = IDS.client): Promise<Record<string, string>> {
  const { json } = await api.get('/api/Documento/Get', { query: { idCliente, Documento: code } });
  const pairs = json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
  return Object.fromEntries(pairs.map(({ Label, Valor }) => [Label, Valor]));
}

/** The files of one document, as operation 2.1 gives them. */
export async function filesOf(api: Api, idDocumento: string): Promise<{ nomeDoArquivo: string; extensao: string; binario: string }[]> {
  return (await api.get('/api/Arquivo/Get', { query: { idDocumento } })).json.arquivos;
}

export interface Refusal {
  codigo: string;
  mensagem: string;
  erros?: { campo: string; codigo: string; mensagem: string }[];
  idRequisicao: string;
}

const CODE = /^[A-Z][A-Z0-9_]+$/;
const LETTERS = /\p{L}{3}/u;
/** What nobody outside is to see. */
const INSIDE = /SELECT |INSERT |node_modules|\bat \w+ \(/;

/** The standard error body. */
export function expectRefusal(answer: Answer, status: number): Refusal {
  expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
  const { erros, ...body } = answer.json as Refusal;
  // At once: each `expect` takes longer than what it compares, and a run has tens of thousands of refusals.
  expect([answer.headers.get('content-type'), INSIDE.exec(answer.text)?.[0], body]).toEqual([
    expect.stringMatching(/^application\/json/),
    undefined,
    {
      codigo: expect.stringMatching(CODE),
      mensagem: expect.stringMatching(LETTERS),
      idRequisicao: answer.headers.get('x-request-id'),
    },
  ]);
  for (const problem of erros ?? []) {
    expect(problem).toEqual({
      campo: expect.any(String),
      codigo: expect.stringMatching(CODE),
      mensagem: expect.stringMatching(LETTERS),
    });
  }
  return answer.json as Refusal;
}

/** `field CODE` of all field errors, in the order of the answer. */
export const problemsOf = ({ erros = [] }: Refusal) => erros.map(({ campo, codigo }) => `${campo} ${codigo}`);

/** A connection for each question would cost more than the answer. */
const storages = new WeakMap<Service, S3Client>();

async function storedObjects(service: Service): Promise<number> {
  const { s3, dataDir } = service.config;
  if (!s3) {
    const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  }
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3;
  const credentials = { accessKeyId, secretAccessKey: secretAccessKey.reveal() };
  const client = storages.get(service) ?? new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  storages.set(service, client);
  const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  return KeyCount;
}

const PATIENCE_MS = 60_000;

/** A refused upload is released when its connection closes, shortly after the answer. */
async function sweptClean(service: Service): Promise<number> {
  const end = Date.now() + PATIENCE_MS;
  let left = await journalAfterSweep(service);
  while (left > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    left = await journalAfterSweep(service);
  }
  return left;
}

type State = Record<string, number>;

const stateOf = async (service: Service): Promise<State> => ({ ...(await rowCounts(service)), objects: await storedObjects(service) });

async function expectUnchanged(service: Service, before: State): Promise<void> {
  expect(await sweptClean(service)).toBe(0);
  expect(await stateOf(service)).toEqual(before);
}

/** Runs calls that must all be refused, and verifies that no row and no object of them remains. */
export async function leavingNothing<T>(service: Service, calls: () => Promise<T>): Promise<T> {
  const before = await stateOf(service);
  const result = await calls();
  await expectUnchanged(service, before);
  return result;
}

const CONTENTS = [
  'SELECT code, version, due_day, status, deleted_at FROM document ORDER BY code',
  'SELECT * FROM document_value ORDER BY document_code, field_code',
  'SELECT * FROM document_list_row ORDER BY document_code, list_id',
  'SELECT * FROM list_row ORDER BY code',
  'SELECT * FROM list_row_value ORDER BY row_code, field_code',
];
const contents = ({ database }: Service) => Promise.all(CONTENTS.map((statement) => database.query(statement)));

/** The same for changes, which must leave all documents and lists as they were. */
export async function changingNothing<T>(service: Service, calls: () => Promise<T>): Promise<T> {
  const before = await contents(service);
  const result = await leavingNothing(service, calls);
  expect(await contents(service)).toEqual(before);
  return result;
}

/** The same for a `describe` with refusals only: verified once, at its end. */
export function leavesNothing(service: () => Service): void {
  let before: State;
  beforeAll(async () => void (before = await stateOf(service())));
  afterAll(() => expectUnchanged(service(), before));
}

/** A call that must be refused with this status and must leave nothing behind. */
export async function refused(service: Service, status: number, call: () => Promise<Answer>): Promise<Refusal> {
  return leavingNothing(service, async () => expectRefusal(await call(), status));
}
