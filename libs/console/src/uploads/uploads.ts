import { isSessionOver, newKey } from '../api/call';
import { forgetDocuments } from '../api/query-client';
import { sendFile } from '../api/transfer';
import { store } from '../store';

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly document: { id: string; code: string };
  state: 'waiting' | 'sending' | 'sent' | 'refused' | 'cancelled';
  /** Sent so far, from 0 to 1. */
  share: number;
  problem: unknown;
}

/** In the order in which they were chosen; they stay until they are sent and cleared. */
export const uploads = store<readonly Upload[]>([]);
const controllers = new Map<string, AbortController>();
let isWorking = false;

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
  if (isAnySent) await forgetDocuments();
}

export function upload(document: Upload['document'], files: readonly File[]): void {
  const added = files.map((file): Upload => ({ id: newKey(), file, document, state: 'waiting', share: 0, problem: null }));
  uploads.set([...uploads.get(), ...added]);
  void work();
}

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
