import { isSessionOver, newKey } from '../api/call';
import { forgetDocuments } from '../api/query-client';
import { Refusal } from '../api/refusal';
import { sendFile } from '../api/transfer';
import { store } from '../store';
import { looksAsNamed } from './content';

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly document: { id: string; code: string };
  state: 'waiting' | 'sending' | 'sent' | 'refused' | 'cancelled' | 'unlike';
  /** Sent so far, from 0 to 1. */
  share: number;
  problem: unknown;
}

/** In the order in which they were chosen; they stay until they are sent and cleared. */
export const uploads = store<readonly Upload[]>([]);
const controllers = new Map<string, AbortController>();
let isWorking = false;
const AGAIN_MS = 15_000;
let again: ReturnType<typeof setTimeout> | undefined;

const change = (id: string, changes: Partial<Upload>) =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

/** The id is the idempotency key too: a file that did arrive is not stored again when it is sent again. */
async function send({ id, file, document }: Upload): Promise<boolean> {
  const controller = new AbortController();
  controllers.set(id, controller);
  change(id, { state: 'sending', share: 0, problem: null });
  const progress = (share: number) => change(id, { share });
  try {
    await sendFile(document.id, file, { key: id, progress, signal: controller.signal });
    change(id, { state: 'sent', share: 1 });
    return true;
  } catch (problem) {
    if (controller.signal.aborted) change(id, { state: 'cancelled' });
    else change(id, { state: 'refused', problem: isSessionOver(problem) ? null : problem });
    return false;
  } finally {
    controllers.delete(id);
  }
}

/** One after the other: files of one document are numbered in the order in which they arrive. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  let isAnySent = false;
  for (let next; (next = uploads.get().find(({ state }) => state === 'waiting'));) isAnySent = (await send(next)) || isAnySent;
  isWorking = false;
  // By itself, too, as soon as the service answers again.
  clearTimeout(again);
  if (uploads.get().some(({ state, problem }) => state === 'refused' && problem instanceof Refusal && [0, 503].includes(problem.status)))
    again = setTimeout(sendAllAgain, AGAIN_MS);
  if (isAnySent) await forgetDocuments();
}

export function upload(document: Upload['document'], files: readonly File[]): void {
  const added = files.map((file): Upload => ({ id: newKey(), file, document, state: 'waiting', share: 0, problem: null }));
  uploads.set([...uploads.get(), ...added]);
  void Promise.all(added.map(check)).then(work);
}

/** What begins otherwise than its name says waits until the person says so. A file that cannot be read is refused when it is sent. */
async function check({ id, file }: Upload): Promise<void> {
  if (file.size > 0 && !(await looksAsNamed(file).catch(() => true))) change(id, { state: 'unlike' });
}

/** Whether sending it once more can have another outcome. */
export const mayBeSentAgain = ({ state, problem }: Upload) =>
  state === 'cancelled' || (state === 'refused' && (!(problem instanceof Refusal) || problem.mayPass));

export function sendAllAgain(): void {
  for (const each of uploads.get().filter(mayBeSentAgain)) if (each.state === 'refused') change(each.id, { state: 'waiting' });
  void work();
}

window.addEventListener('online', sendAllAgain);

export function sendAgain(id: string): void {
  change(id, { state: 'waiting' });
  void work();
}

export function cancel(id: string): void {
  if (controllers.has(id)) controllers.get(id)!.abort();
  else change(id, { state: 'cancelled' });
}

export const takeAway = (id: string) => uploads.set(uploads.get().filter((upload) => upload.id !== id));
export const clearSent = () => uploads.set(uploads.get().filter(({ state }) => state !== 'sent' && state !== 'cancelled'));

window.addEventListener('beforeunload', (event) => {
  if (uploads.get().some(({ state }) => state !== 'sent' && state !== 'cancelled')) event.preventDefault();
});
