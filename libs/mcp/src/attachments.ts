import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';

/** Opens a file that may be filed; null: it may not. */
export type OpenFile = (path: string) => Promise<FileHandle | null>;

const MOST_FILES = 10;
/** Characters. */
const LONGEST_CONTENT = 512 * 1024;

const sent = {
  nomeAmigavel: z.string().min(1).max(255).describe('Name for people.'),
  extensao: z.string().min(1).max(21).describe('Such as "pdf"; the content must be of this type.'),
  contentType: z.string().min(3).max(250).describe('Such as "application/pdf".'),
  texto: z.string().min(1).max(LONGEST_CONTENT).optional().describe('The content of a text file.'),
  arquivo: z.base64().min(4).max(LONGEST_CONTENT).optional().describe('The content in Base64; for small files.'),
};
const PATH = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('Instead of the content: path of a file within the folder that may be filed from.');

/** `withPaths`: files of this machine may be named. */
export const attachments = (withPaths: boolean) =>
  z
    .array(
      z
        .strictObject(withPaths ? { ...sent, caminho: PATH } : sent)
        .refine((file: Sent) => [file.texto, file.arquivo, file.caminho].filter((each) => each !== undefined).length === 1, {
          message: withPaths ? 'exactly one of texto, arquivo and caminho' : 'exactly one of texto and arquivo',
        }),
    )
    .max(MOST_FILES)
    .optional()
    .describe(withPaths ? 'Each has one of texto, arquivo and caminho.' : 'Each has one of texto and arquivo.');

export interface Sent {
  nomeAmigavel: string;
  extensao: string;
  contentType: string;
  texto?: string | undefined;
  arquivo?: string | undefined;
  caminho?: string | undefined;
}

export class FileNotAllowed extends Error {}

/** A file of a proposal, read as often as it is needed. */
export class Attachment {
  private constructor(
    readonly file: Sent,
    readonly sha256: string,
    private readonly source: Buffer | FileHandle,
  ) {}

  static async of(file: Sent, open: OpenFile | undefined): Promise<Attachment> {
    if (file.texto !== undefined) return Attachment.from(file, Buffer.from(file.texto));
    if (file.arquivo !== undefined) return Attachment.from(file, Buffer.from(file.arquivo, 'base64'));
    const handle = await open?.(file.caminho ?? '').catch(() => null);
    if (!handle) throw new FileNotAllowed(`There is no file "${file.caminho}" in the folder that may be filed from. Nothing was sent.`);
    if ((await handle.stat()).isFile()) return Attachment.from(file, handle);
    await handle.close();
    throw new FileNotAllowed(`"${file.caminho}" is no file. Nothing was sent.`);
  }

  private static async from(file: Sent, source: Buffer | FileHandle): Promise<Attachment> {
    const hash = createHash('sha256');
    for await (const chunk of chunksOf(source)) hash.update(chunk);
    return new Attachment(file, hash.digest('hex'), source);
  }

  /** For the body of a call. Breaks off when the file is another one by now. */
  async *base64(): AsyncGenerator<string> {
    const hash = createHash('sha256');
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of chunksOf(this.source)) {
      hash.update(chunk);
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % 3);
      yield bytes.toString('base64', 0, whole);
      rest = bytes.subarray(whole);
    }
    yield rest.toString('base64');
    if (hash.digest('hex') !== this.sha256) throw new FileNotAllowed('A file changed while it was sent. Nothing was filed.');
  }

  async close(): Promise<void> {
    if (!Buffer.isBuffer(this.source)) await this.source.close();
  }
}

async function* chunksOf(source: Buffer | FileHandle): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(source)) yield source;
  else yield* source.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
}

/** The body of a create: never more than a piece of a file is in memory. */
export async function* bodyWith(values: object, files: readonly Attachment[]): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...values, arquivos: [] }).slice(0, -2)}`;
  for (const [index, each] of files.entries()) {
    const { nomeAmigavel, extensao, contentType } = each.file;
    yield `${index > 0 ? ',' : ''}${JSON.stringify({ nomeAmigavel, extensao, contentType }).slice(0, -1)},"arquivo":"`;
    yield* each.base64();
    yield '"}';
  }
  yield ']}';
}
