import type { Readable } from 'node:stream';
import { lengthOf, writeParts, type JsonPart } from '#libs/json-ingest';
import type { ReadableFile } from '#application/files/file-readings';
import type { OwnedFile } from '#application/files/owned-files';
import type { HttpResponse } from '../server/request-context';

const base64 = ({ file, bytes }: ReadableFile): JsonPart[] => ['"', { size: file.size, bytes: () => bytes() }, '"'];

/** Answer of 2.1. */
export function documentFilesParts(files: readonly ReadableFile[]): JsonPart[] {
  const items = files.flatMap((readable, index): JsonPart[] => {
    const { id, name, version, extension } = readable.file;
    const before = JSON.stringify({ idImagem: id, nomeDoArquivo: name, versao: version }).slice(0, -1);
    return [`${index === 0 ? '' : ','}${before},"binario":`, ...base64(readable), `,"extensao":${JSON.stringify(extension)}}`];
  });
  return [`{"qtdArquivos":${files.length},"arquivos":[`, ...items, ']}'];
}

/** JSON answer of 2.5. */
export function fileParts(readable: OwnedFile): JsonPart[] {
  const { workflowId, documentId, file } = readable;
  const { name, extension } = file;
  const before = JSON.stringify({ idWorkflow: workflowId, idDocumento: documentId, nomeImagem: name, extensao: extension }).slice(0, -1);
  return [`${before},"arquivo":`, ...base64(readable), '}'];
}

/**
 * Streams a JSON answer with files: its length is known in advance, and no file is held in memory. The first file is opened
 * before the headers, so that an unavailable store gives a refusal instead of a broken answer.
 */
export async function sendParts(response: HttpResponse, parts: readonly JsonPart[]): Promise<void> {
  const isHead = response.req.method === 'HEAD';
  const first = isHead ? undefined : parts.find((part) => typeof part !== 'string');
  const opened = (await first?.bytes()) as Buffer | Readable | undefined;
  const begun = parts.map((part) => (part === first && opened ? { ...first, bytes: () => opened } : part));
  try {
    response.statusCode = 200;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', lengthOf(parts));
    if (!isHead) await writeParts(response, begun);
  } finally {
    // Also if it was never read: an unstarted iterator closes nothing.
    if (!Buffer.isBuffer(opened)) opened?.destroy();
  }
  response.end();
}
