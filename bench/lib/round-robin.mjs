/** A proxy in front of replicas, in a process of its own: each connection goes to the next replica, bytes pass as they are. */
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { answerParent } from './answer-parent.mjs';

let targets = [];
let turn = 0;
let given = [];
const open = new Set();

const server = createServer({ noDelay: true }, (client) => {
  const index = turn++ % targets.length;
  given[index] = (given[index] ?? 0) + 1;
  const replica = connect({ ...targets[index], noDelay: true });
  open.add(client).add(replica);
  // Either side's end closes both; callers see the error.
  const over = () => [client, replica].forEach((socket) => (socket.destroy(), open.delete(socket)));
  pipeline(client, replica, over);
  pipeline(replica, client, over);
});

answerParent({
  listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`))),
  /** From here on to these addresses; connections that are open are closed. */
  targets({ addresses }) {
    targets = addresses.map((address) => ({ host: new URL(address).hostname, port: Number(new URL(address).port) }));
    [turn, given] = [0, []];
    for (const socket of open) socket.destroy();
  },
  given: () => given,
});
