/**
 * A MySQL server for a test that kills it: prints its address, or why there is none, as a line of JSON; then does what each line of
 * its input says, `crash` or `restart`, and answers `done`. Ends, and the server with it, when its input does.
 */
import { createInterface } from 'node:readline';
import { obtainMortalMysql } from './mysql.mjs';

const server = await obtainMortalMysql();
console.log(JSON.stringify(server.available ? { url: server.url } : { reason: server.reason }));
if (!server.available) process.exit(0);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'crash') await server.crash();
  if (line === 'restart') await server.restart();
  console.log('done');
}
await server.stop();
