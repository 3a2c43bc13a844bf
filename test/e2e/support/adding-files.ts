import { createHash } from 'node:crypto';
import { base64, IDS, type Answer, type Api, type Call } from './api';
import { HeldGrowth } from '../../support/held-memory';
import { RawRequest } from './raw-http';
import type { Service } from './service';
import { journalAfterSweep } from './state';

export const POST = '/api/Arquivo/Post';
export const UPLOAD = '/api/Arquivo/Upload';

export const ENCODINGS = ['JSON', 'multipart'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file to be added to a document. */
export interface Added {
  content: string | Uint8Array;
  name?: string;
  extension?: string;
}

/** A file with its own name as content. */
export const note = (name: string, content: string | Uint8Array = name): Added => ({ name, content, extension: 'txt' });

const NAME = 'Arquivo';

export const jsonOf = (files: readonly Added[], more: object = {}) =>
  files.map(({ content, name = NAME, extension = 'txt' }) => ({
    arquivo: base64(content),
    nomeImagem: name,
    extensao: extension,
    ...more,
  }));

export const BOUNDARY = '----formulario0123456789';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form; the head is what follows `Content-Disposition: `. */
export interface Part {
  head: string | Uint8Array;
  content: string | Uint8Array;
}

export const filePart = (fileName: string | Uint8Array, content: string | Uint8Array = 'conteúdo', name = 'arquivos'): Part => ({
  head: Buffer.concat([
    Buffer.from(`form-data; name="${name}"; filename="`),
    Buffer.from(fileName as string),
    Buffer.from('"\r\nContent-Type: application/octet-stream'),
  ]),
  content,
});

export const fieldPart = (name: string, content: string): Part => ({ head: `form-data; name="${name}"`, content });

export function formOf(parts: readonly Part[], boundary = BOUNDARY): Buffer {
  const bytes = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: `),
    Buffer.from(head as string),
    Buffer.from('\r\n\r\n'),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]);
}

export const sendForm = (api: Api, path: string, idDocumento: string, parts: readonly Part[], headers: Record<string, string> = {}) =>
  api.post(path, { query: { idDocumento }, body: formOf(parts), headers: { 'content-type': FORM_TYPE, ...headers } });

export const partsOf = (files: readonly Added[], versao?: string): Part[] => [
  ...(versao === undefined ? [] : [fieldPart('versao', versao)]),
  ...files.map(({ content, name = NAME, extension = 'txt' }) => filePart(`${name}.${extension}`, content)),
];

/** Adds files to a document in the given encoding. */
export function send(api: Api, path: string, idDocumento: string, files: readonly Added[], encoding: Encoding = 'JSON', versao?: string) {
  if (encoding === 'multipart') return sendForm(api, path, idDocumento, partsOf(files, versao));
  return api.post(path, { query: { idDocumento }, body: jsonOf(files, versao === undefined ? {} : { versao }) });
}

/** The whole request, to be sent in pieces. */
function wholeOf(files: readonly Added[], encoding: Encoding): { body: Buffer; type: string } {
  if (encoding === 'multipart') return { body: formOf(partsOf(files)), type: FORM_TYPE };
  return { body: Buffer.from(JSON.stringify(jsonOf(files))), type: 'application/json' };
}

/** All requests are sent up to their last byte; then all are completed together. */
export async function together(
  api: Api,
  path: string,
  idDocumento: string,
  calls: readonly (readonly Added[])[],
  encodingOf: (index: number) => Encoding = () => 'JSON',
): Promise<Answer[]> {
  const uploads = calls.map((files, index) => {
    const { body, type } = wholeOf(files, encodingOf(index));
    const headers = { 'content-length': body.length, 'content-type': type };
    return { body, request: new RawRequest(api, path, headers, { idDocumento }) };
  });
  await Promise.all(uploads.map(({ request, body }) => request.send(body.subarray(0, -1))));
  uploads.forEach(({ request, body }) => request.end(body.subarray(-1)));
  return Promise.all(uploads.map(({ request }) => request.answer));
}

export interface Listed {
  idImagem: string;
  nomeDoArquivo: string;
  versao: string;
  binario: string;
  extensao: string;
}

/** The files of a document, as operation 2.1 gives them. */
export const listed = async (api: Api, idDocumento: string): Promise<Listed[]> =>
  (await api.get('/api/Arquivo/Get', { query: { idDocumento } })).json.arquivos;

/** `name extension version` of each file. */
export const labels = async (api: Api, idDocumento: string) =>
  (await listed(api, idDocumento)).map(({ nomeDoArquivo, extensao, versao }) => `${nomeDoArquivo} ${extensao} ${versao}`);

export const fetchPath = (idImagem: string, idCliente = IDS.client) => `/api/Arquivo/${idImagem}/Cliente/${idCliente}`;

export const deleteFile = (api: Api, idDocumento: string, idArquivo: string, call: Call = {}) =>
  api.delete('/api/Arquivo/Delete', { query: { idDocumento, idArquivo }, ...call });

/** Refused uploads are released when their connections close; then nothing of them remains. */
export async function swept(service: Service): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await journalAfterSweep(service)) > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await journalAfterSweep(service)).toBe(0);
}

const BLOCK = 3 * 65_536;
/** Blocks between two memory readings. */
const LOOK_EVERY = 100;

/** Bytes without two equal blocks. */
function* blocks(size: number): Generator<Buffer> {
  for (let from = 0; from < size; from += BLOCK) {
    const block = Buffer.alloc(Math.min(BLOCK, size - from), createHash('sha512').update(String(from)).digest());
    block.writeUInt32LE(from / BLOCK, 0);
    yield block;
  }
}

/** Twice the memory that the process may use for it. */
export const LARGE = 128 * 1024 ** 2;

/** Uploads a large file while generating it; answers its hash and the growth of the process memory. */
export async function sendLarge(api: Api, path: string, idDocumento: string, size: number, encoding: Encoding) {
  const [head, tail] =
    encoding === 'multipart'
      ? formOf([filePart('Grande.bin', '@')])
          .toString('latin1')
          .split('@')
      : JSON.stringify(jsonOf([{ content: '', name: 'Grande', extension: 'bin' }])).split(/(?<="arquivo":")/);
  const hash = createHash('sha256');
  const held = new HeldGrowth();
  let sent = 0;
  const type = encoding === 'multipart' ? FORM_TYPE : 'application/json';
  const request = new RawRequest(api, path, { 'transfer-encoding': 'chunked', 'content-type': type }, { idDocumento });
  await request.send(head as string);
  for (const block of blocks(size)) {
    hash.update(block);
    await request.send(encoding === 'multipart' ? block : block.toString('base64'));
    if (sent++ % LOOK_EVERY === 0) held.look();
  }
  request.end(tail);
  return { answer: await request.answer, sha256: hash.digest('hex'), growth: held.bytes };
}

/** Length and hash of the bytes of a file, read as a stream. */
export async function hashOf(api: Api, idImagem: string): Promise<{ length: number; sha256: string }> {
  const headers = { authorization: `Bearer ${api.token ?? ''}`, accept: 'application/octet-stream' };
  const { body } = await fetch(`${api.url}${fetchPath(idImagem)}`, { headers });
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    length += chunk.length;
  }
  return { length, sha256: hash.digest('hex') };
}
