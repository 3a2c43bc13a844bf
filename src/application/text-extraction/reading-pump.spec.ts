import { Readable } from 'node:stream';
import type { UploadSessions } from '#application/files/upload-sessions';
import { Diagnostics, type UnitOfWork } from '#application/ports/unit-of-work';
import { type FileReader, FileRefused, type FileWork, type HeldFile, ReaderStopped } from '#application/ports/text-extraction';
import type { FileStorage } from '#application/ports/files';
import type { Settings } from '#application/support/settings';
import { ReadingPump } from './reading-pump';

const HELD = {
  id: 'f',
  kind: 'read',
  extension: 'txt',
  size: 0,
  tries: 1,
  kills: 1,
  reading: 'text',
  hasPreview: false,
} as unknown as HeldFile;

/** What is done with one file that is due. */
async function lookedAt(reader: Partial<FileReader>): Promise<{ said: unknown[]; waitMs: number; left: number }> {
  const said: unknown[] = [];
  const files = [HELD];
  const work = {
    claim: () => Promise.resolve(files.pop() ?? null),
    spent: () => undefined,
    giveUp: (_: HeldFile, ...how: unknown[]) => Promise.resolve(said.push(how)),
    tryLater: ({ kills }: HeldFile, waitMs: number) => Promise.resolve(said.push({ kills, waitMs })),
  } as unknown as FileWork;
  const storage = { read: () => Promise.resolve(Readable.from([])) } as unknown as FileStorage;
  const settings = { fileReaders: 1 } as Settings;
  const diagnostics = { problem: () => undefined } as unknown as Diagnostics;
  const pump = new ReadingPump(work, reader as FileReader, storage, {} as UploadSessions, {} as UnitOfWork, settings, diagnostics);
  const waitMs = await pump.look();
  await pump.settled();
  return { said, waitMs, left: files.length };
}

/** What becomes of a file whose reading fails so; it has been too much for a reader once already. */
async function afterFailing(error: Error): Promise<unknown[]> {
  const isolation = () => Promise.resolve('permissions' as const);
  const read = () => Promise.reject(error);
  return (await lookedAt({ isolation, canRead: () => true, canDraw: () => false, canRecognise: () => false, read })).said;
}

it.each([
  ['it took too much of the processor', new ReaderStopped('time'), ['failed', 'too-heavy']],
  ['its time by the clock is over', new DOMException('', 'TimeoutError'), { kills: 1, waitMs: 60_000 }],
  ['the store fails', new Error('away'), { kills: 1, waitMs: 60_000 }],
  ['it is damaged', new FileRefused('damaged'), ['failed', 'damaged']],
])('when %s', async (_, error, expected) => {
  expect(await afterFailing(error)).toEqual([expected]);
});

it('takes on no file where nothing keeps its reader apart', async () => {
  expect(await lookedAt({ isolation: () => Promise.resolve(null) })).toEqual({ said: [], waitMs: 5000, left: 1 });
});
