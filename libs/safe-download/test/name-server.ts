import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

export interface NameServer {
  /** Of a resolver's `setServers`. */
  address: string;
  /** `name A` or `name AAAA`: an address, or `none`. It says nothing about names that are not here. */
  records: Record<string, string>;
  /** Each question, as `records` has them. */
  readonly asked: string[];
  hears(question: string): Promise<void>;
  close(): void;
}

const HEAD = 12;
const TYPES: Record<number, string> = { 1: 'A', 28: 'AAAA' };

/** A name server on loopback (RFC 1035, one question and one answer to it), silent unless told otherwise. */
export async function nameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const self: NameServer = {
    address: '',
    records: {},
    asked: [],
    async hears(question) {
      while (!self.asked.includes(question)) await once(socket, 'message');
    },
    close: () => void socket.close(),
  };
  socket.on('message', (query, { port, address }) => {
    const question = questionOf(query);
    self.asked.push(question);
    const record = self.records[question];
    if (record !== undefined) socket.send(answerTo(query, record), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  self.address = `127.0.0.1:${socket.address().port}`;
  return self;
}

function endOfName(query: Buffer): number {
  let at = HEAD;
  while (query[at]) at += query[at]! + 1;
  return at + 1;
}

function questionOf(query: Buffer): string {
  const labels: string[] = [];
  for (let at = HEAD; query[at]; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return `${labels.join('.').toLowerCase()} ${TYPES[query.readUInt16BE(endOfName(query))]}`;
}

function answerTo(query: Buffer, record: string): Buffer {
  const head = Buffer.from(query.subarray(0, endOfName(query) + 4));
  // An answer, recursion available, no error; the question, and what answers it.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(record === 'none' ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  if (record === 'none') return head;
  const data = bytesOf(record);
  const answer = Buffer.alloc(12);
  // The name is that of the question, the class IN, the time to live a minute.
  answer.writeUInt16BE(0xc000 + HEAD, 0);
  answer.writeUInt16BE(isIPv4(record) ? 1 : 28, 2);
  answer.writeUInt16BE(1, 4);
  answer.writeUInt32BE(60, 6);
  answer.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, answer, data]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
