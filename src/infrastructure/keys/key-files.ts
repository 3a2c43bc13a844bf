import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, type Config } from '#src/config';

export abstract class Keys {
  abstract readonly jwt: Secret;
  abstract readonly link: Secret;
  /** Authenticates events until they are sealed. */
  abstract readonly events: KeyObject;
  /** Seed of the key that signs the audit trail. */
  abstract readonly seal: KeyObject;
  /** Encrypts what repeatable calls were answered. */
  abstract readonly answers: KeyObject;
  /** Encrypts the secrets of webhooks. */
  abstract readonly webhooks: KeyObject;
  /** Encrypts positions in searches. */
  abstract readonly cursors: KeyObject;
  /** Encrypts addresses that open a file for a short time. */
  abstract readonly addresses: KeyObject;
  /** Signs plans of language models. */
  abstract readonly plans: KeyObject;
}

/** Only embedded mode generates keys; readers of the data directory can read the archive anyway. */
function fromDataDir(dataDir: string, name: string): Secret {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new Secret(readFileSync(file, 'utf8').trim());
}

function derived(secret: Secret, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret.reveal(), '', purpose, 32)));
}

/** What the audit trail needs of its secret. */
export const auditKeys = (secret: Secret): Pick<Keys, 'events' | 'seal'> => ({
  events: derived(secret, 'acervo pending/v1'),
  seal: derived(secret, 'acervo seal/v1'),
});

export function loadKeys(config: Config): Keys {
  const link = config.linkSecret ?? fromDataDir(config.dataDir, 'link');
  return {
    jwt: config.jwtSecret ?? fromDataDir(config.dataDir, 'jwt'),
    link,
    ...auditKeys(config.auditSecret ?? link),
    answers: derived(link, 'acervo answers/v1'),
    webhooks: derived(link, 'acervo webhooks/v1'),
    cursors: derived(link, 'acervo cursors/v1'),
    addresses: derived(link, 'acervo addresses/v1'),
    plans: derived(link, 'acervo plans/v1'),
  };
}
