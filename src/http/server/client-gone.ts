import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpRequest } from './request-context';

/** Nobody waits for the answer any more; what was asked for was not begun. */
export class CallerGone extends Error {}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whoever has hung up has perhaps asked somebody else meanwhile, so a call that changes something is not begun then: a renewal that
 * this process was too busy to see for a minute would look like a stolen token. The end of the connection lies behind the
 * request, and is read by the turn of the event loop after the one that read the request.
 */
export async function refuseIfCallerIsGone({ method, socket }: HttpRequest): Promise<void> {
  if (SAFE.has(method)) return;
  await nextTurn();
  await nextTurn();
  if (!socket.writable) throw new CallerGone();
}
