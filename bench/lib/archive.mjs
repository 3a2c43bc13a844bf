/** The archive of a bench: the demo archive with so many documents, and users with sessions. */
import { fileURLToPath } from 'node:url';
import { startNode } from './process.mjs';
import { environment, HERE } from './service.mjs';

const PROGRAM = fileURLToPath(new URL('archive-fill.mjs', import.meta.url));
const PIECE = 10_000;
export const USERS = { everywhere: 1000, restricted: 200 };

/**
 * @param store migrated; with SQLite no service may have it open
 * @param mixed one document in five is not an invoice, and out of reach for restricted users
 * @returns users by what they reach
 */
export async function fillArchive(store, { documents, mixed = false, users = { everywhere: 0, restricted: 0 } }, tell) {
  const filler = startNode([PROGRAM], { cwd: HERE, env: environment(store) });
  try {
    for (let from = 0; from < documents; from += PIECE) {
      await filler.ask('documents', { from, count: Math.min(PIECE, documents - from), mixed });
      tell(`${Math.min(from + PIECE, documents)} documents`);
    }
    await filler.ask('analyse');
    const people = {
      everywhere: await filler.ask('people', { count: users.everywhere, prefix: 'bench' }),
      restricted: await filler.ask('people', { count: users.restricted, prefix: 'restrito', restrictedTo: ['Financeiro'] }),
    };
    tell(`${people.everywhere.length} users, ${people.restricted.length} restricted ones`);
    return people;
  } finally {
    await filler.stop();
  }
}
