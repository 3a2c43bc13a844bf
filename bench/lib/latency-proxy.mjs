/** A wire to a server on this machine that delays each answer. */
import { connect, createServer } from 'node:net';
import { answerParent } from './answer-parent.mjs';

/** Answers the port. */
const open = ({ host, port, latencyMs }) =>
  new Promise((resolve) => {
    const server = createServer({ noDelay: true }, (client) => {
      const target = connect({ host, port, noDelay: true });
      client.pipe(target);
      target.on('data', (chunk) => setTimeout(() => client.write(chunk), latencyMs));
      target.on('close', () => setTimeout(() => client.destroy(), latencyMs));
      for (const socket of [client, target]) socket.on('error', () => [client, target].forEach((each) => each.destroy()));
    });
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

answerParent({ open });
