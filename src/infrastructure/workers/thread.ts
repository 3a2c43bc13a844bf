import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Order, Report, Work } from './job';

const load = createRequire(__filename);

parentPort?.on('message', (order: Order) => void answer(order));

async function answer({ module, input }: Order): Promise<void> {
  try {
    const { run } = load(module) as { run: Work<unknown, unknown> };
    const result = await run(input);
    send({ result }, ownedBytes(result));
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ error: { name, message, ...(stack !== undefined && { stack }) } });
  }
}

function send(report: Report, handOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(report, handOver);
}

/** Bytes that the result or one of its members holds alone: handed over, not copied. */
function ownedBytes(result: unknown): ArrayBuffer[] {
  const members = typeof result === 'object' && result !== null && !ArrayBuffer.isView(result) ? Object.values(result) : [result];
  const buffers = members.map((member: unknown) => (ArrayBuffer.isView(member) && ownsItsBuffer(member) ? member.buffer : null));
  return [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))];
}

function ownsItsBuffer({ byteLength, buffer }: ArrayBufferView): boolean {
  return byteLength > 0 && byteLength === buffer.byteLength;
}
