/** The floor's store on local files: one file, written and synchronised. */
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { join } from 'node:path';

export function localStore({ folder }) {
  return {
    create(key) {
      // `flush`: synchronised before it is closed.
      const out = createWriteStream(join(folder, key), { flush: true });
      return { out, stored: finished(out) };
    },
    read: async (key) => createReadStream(join(folder, key)),
  };
}
