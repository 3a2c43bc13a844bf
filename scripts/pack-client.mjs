// Makes the package @acervo/client from the service as it is here, ready to be published: npm run client [-- FOLDER]
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pack } from './clients/typescript.mjs';
import { startEmbedded } from './servers/embedded.mjs';
import { freshFolder } from './servers/processes.mjs';

const target = resolve(process.argv[2] ?? '.cache');
const folder = freshFolder('client');
const service = await startEmbedded('client');
try {
  console.log(await pack(service.document, folder, target));
} finally {
  await service.server.stop();
  await rm(folder, { recursive: true, force: true });
}
