import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SigningIdentity } from '#libs/pdf-signature';
import type { Diagnostics } from '#application/ports/unit-of-work';
import { DomainError } from '#domain/errors';
import type { Config } from '#src/config';
import { job } from '../workers/job';
import type { WorkerJobs } from '../workers/worker-jobs';

const JOB = job<typeof import('./identity.job')>(join(__dirname, 'identity.job'), 60_000);
/** Not a secret: readers of the data directory can read the archive anyway. */
const DEVELOPMENT_PASSWORD = 'acervo';

/** The key and certificate that the service signs with; read again when the file changes, so that a certificate can be renewed. */
export class SigningIdentities {
  private readonly path: string | null;
  private readonly makesOne: boolean;
  private current: { version: string; identity: Promise<SigningIdentity> } | undefined;

  constructor(
    private readonly config: Pick<Config, 'signingP12' | 'signingP12Password' | 'dataDir' | 'databaseUrl' | 'production'>,
    private readonly jobs: WorkerJobs,
    private readonly diagnostics: Diagnostics,
  ) {
    this.makesOne = config.signingP12 === null && config.databaseUrl === null && !config.production;
    this.path = config.signingP12 ?? (this.makesOne ? join(config.dataDir, 'keys', 'signing.p12') : null);
  }

  async at(instant: Date): Promise<SigningIdentity> {
    if (this.path === null) throw new DomainError('SIGNING_NOT_CONFIGURED');
    const identity = await this.load(this.path).catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      this.diagnostics.problem('signing certificate', error);
      throw new DomainError('SIGNING_NOT_CONFIGURED', [], {}, error);
    });
    if (instant < identity.notBefore || instant > identity.notAfter) throw new DomainError('SIGNING_CERTIFICATE_EXPIRED');
    return identity;
  }

  private async load(path: string): Promise<SigningIdentity> {
    const { mtimeMs, size } = await this.statOrMake(path);
    const version = `${mtimeMs} ${size}`;
    if (this.current?.version !== version) {
      const loading = { version, identity: this.read(path) };
      this.current = loading;
      loading.identity.catch(() => {
        if (this.current === loading) this.current = undefined;
      });
    }
    return this.current.identity;
  }

  private async read(path: string): Promise<SigningIdentity> {
    const password = this.makesOne ? DEVELOPMENT_PASSWORD : this.config.signingP12Password.reveal();
    const report = await this.jobs.run(JOB, { read: await readFile(path), password });
    if ('identity' in report) return report.identity;
    throw new Error(`SIGNING_P12 cannot be used: ${'problem' in report ? report.problem : 'no answer'}`);
  }

  /** In the embedded mode one is made when it is wanted first, which a start need not wait for. */
  private async statOrMake(path: string) {
    try {
      return await stat(path);
    } catch (error) {
      if (!this.makesOne || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const report = await this.jobs.run(JOB, { make: 'Acervo development', password: DEVELOPMENT_PASSWORD, at: new Date() });
    if (!('made' in report)) throw new Error('no certificate was made');
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // The first one wins.
    await writeFile(path, report.made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return stat(path);
  }
}
