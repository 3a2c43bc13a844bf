import { Clock, Diagnostics } from '#application/ports/unit-of-work';
import { RemoteFileError, RemoteFiles, type RemoteFile } from '#application/ports/files';
import { PasswordHasher } from '#application/ports/users';
import { ShareLinks } from '#application/ports/documents';

/** Runs with the system's clock until it is set. */
export class SettableClock extends Clock {
  private at: Date | null = null;

  now(): Date {
    return this.at ?? new Date();
  }

  set(at: Date): void {
    this.at = at;
  }
}

export class KeptDiagnostics extends Diagnostics {
  readonly problems: { where: string; error: unknown }[] = [];

  problem(where: string, error: unknown): void {
    this.problems.push({ where, error });
  }
}

/** Readable hashes. */
export class PlainPasswords extends PasswordHasher {
  async hash(password: string): Promise<string> {
    return `plain:${password}`;
  }

  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    return passwordHash === `plain:${password}`;
  }

  needsRehash(passwordHash: string): boolean {
    return !passwordHash.startsWith('plain:');
  }
}

export class PlainShareLinks extends ShareLinks {
  urlOf(shareId: string): string {
    return `http://share.test/${shareId}`;
  }

  shareOf(token: string): string | null {
    return /^[0-9a-f-]{36}$/.test(token) ? token : null;
  }
}

/** The web, as far as the test has written it. */
export class WrittenRemoteFiles extends RemoteFiles {
  readonly pages = new Map<string, Uint8Array>();

  async fetch({ url, maxBytes }: RemoteFile): Promise<AsyncIterable<Uint8Array>> {
    const page = this.pages.get(url);
    if (!page) throw new RemoteFileError('unreachable');
    if (page.length > maxBytes) throw new RemoteFileError('too-large');
    return (async function* () {
      yield page;
    })();
  }
}
