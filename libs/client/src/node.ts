/** What only a program with a file system needs: `@acervo/client/node`. */
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CallOptions } from './connect.ts';
import { AcervoError } from './errors.ts';
import type { FileOf } from './file-document.ts';
import type { Source } from './source.ts';

/** A file of a new document, read from the disk while it is sent, anew for every try. */
export const fromPath = (path: string, more: Partial<Omit<FileOf, 'content'>> = {}): FileOf => ({
  name: basename(path),
  content: { open: () => createReadStream(path) } satisfies Source,
  ...more,
});

/** What `connect` gives, as far as it is needed here. */
interface Fetcher<Input> {
  files: { fetchBytes(input: Input, options?: CallOptions): Promise<Uint8Array> };
}

export interface DownloadOptions extends Pick<CallOptions, 'signal'> {
  /** How often a broken download is continued where it broke; 5 unless given. */
  retries?: number;
}

/** Writes the bytes of a file to `path`, which has its whole content or is not there; resolves to their number. */
export async function downloadFile<Input>(
  acervo: Fetcher<Input>,
  input: Input,
  path: string,
  { retries = 5, ...call }: DownloadOptions = {},
): Promise<number> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  try {
    const got = await fetched(acervo, input, file, { retries, ...call }).finally(() => file.close());
    await rename(unfinished, path);
    return got;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function fetched<Input>(
  acervo: Fetcher<Input>,
  input: Input,
  file: Awaited<ReturnType<typeof open>>,
  { retries = 0, ...call }: DownloadOptions,
): Promise<number> {
  let got = 0;
  let etag: string | undefined;
  const into = async (response: Response) => {
    if (response.status !== 206) got = 0;
    etag = response.headers.get('etag') ?? undefined;
    // A type of the DOM that does not say that it can be iterated.
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      await file.write(piece, 0, piece.length, got);
      got += piece.length;
    }
    await file.truncate(got);
  };
  for (let left = retries; ; left -= 1) {
    const headers: Record<string, string> = got > 0 && etag !== undefined ? { Range: `bytes=${got}-`, 'If-Range': etag } : {};
    try {
      await acervo.files.fetchBytes(input, { ...call, headers, into });
      return got;
    } catch (error) {
      if (left <= 0 || call.signal?.aborted || error instanceof AcervoError) throw error;
    }
  }
}
