import type { IncomingMessage } from 'node:http';
import { DependencyDown } from '#application/support/errors';

/** Ends a body whose sender stops sending. A slow reader is allowed: the time counts only while the buffer is empty. */
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
