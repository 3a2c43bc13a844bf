import type { IncomingMessage } from 'node:http';
import { DependencyDown } from '#application/errors';

/** Ends a body whose sender falls silent in the middle. Its reader may take its time: while there is something to read, nobody waits for the sender. */
export function impatient(body: IncomingMessage, silenceMs: number): IncomingMessage {
  const { socket } = body;
  let [arrived, silent] = [socket.bytesRead, 0];
  const timer = setInterval(() => {
    const isWaiting = socket.bytesRead === arrived && !body.complete && body.readableLength < body.readableHighWaterMark;
    arrived = socket.bytesRead;
    silent = isWaiting ? silent + 1 : 0;
    if (silent === LOOKS) body.destroy(new DependencyDown('the file store fell silent'));
  }, silenceMs / LOOKS).unref();
  body.once('close', () => clearInterval(timer));
  return body;
}

const LOOKS = 4;
