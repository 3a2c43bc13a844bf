import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PasswordHasher } from '#application/ports/users';
import { Semaphore } from '#application/support/semaphore';
import { AFFORDABLE_HASH } from '#domain/users/password';

/** `Algorithm.Argon2id` of the library: a const enum, which isolated modules cannot read. */
const ARGON2ID = 2;
/** One of the settings that OWASP recommends. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * A few hashes at a time: they run on the threads that DNS and files need too, so a crowd of log-ins would stop
 * everything else.
 */
export class Argon2PasswordHasher extends PasswordHasher {
  private readonly turns: Semaphore;
  private unknownHash: Promise<string> | undefined;

  constructor(mostWaiting: number) {
    super();
    this.turns = new Semaphore(Math.max(1, availableParallelism() - 1), mostWaiting);
  }

  hash(password: string): Promise<string> {
    return this.turns.run(() => hash(password, OPTIONS));
  }

  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    this.unknownHash ??= this.hash('a password that nobody has');
    const own = passwordHash !== null && AFFORDABLE_HASH.test(passwordHash) ? passwordHash : null;
    const against = own ?? (await this.unknownHash);
    const proved = await this.turns.run(() => verify(against, password).catch(() => false));
    return proved && own !== null;
  }

  needsRehash(passwordHash: string): boolean {
    return !passwordHash.startsWith(CURRENT);
  }
}
