import { setImmediate as nextTurn } from 'node:timers/promises';
import { isThere } from './connection';
import type { HttpRequest } from './request-context';

/** The client closed the connection; its call was not started. */
export class CallerGone extends Error {}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A client that closed the connection may have retried elsewhere, so a call that changes data is not started: a token renewal
 * that this process, too busy, runs a minute later would look like a stolen token. The event loop reads the end of the
 * connection one turn after the request.
 */
export async function refuseIfCallerIsGone({ method, socket }: HttpRequest): Promise<void> {
  if (SAFE.has(method)) return;
  await nextTurn();
  await nextTurn();
  if (!(await isThere(socket))) throw new CallerGone();
}
