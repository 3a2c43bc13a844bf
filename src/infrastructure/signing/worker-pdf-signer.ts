import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RefusalReason, SigningIdentity } from '#libs/pdf-signature';
import { DependencyDown } from '#application/support/errors';
import type { Diagnostics } from '#application/ports/unit-of-work';
import { PdfRefusal, PdfSigner, type PdfContent, type PdfSignature, type SignedContent } from '#application/ports/signatures';
import { DomainError } from '#domain/errors';
import type { SigningCertificate } from '#domain/signatures/signature';
import type { Config } from '#src/config';
import { diskFailureAsOutage } from '../support/failing-disk';
import { returnable } from '../support/returnable';
import { Semaphore } from '#application/support/semaphore';
import { job, JobStopped } from '../workers/job';
import type { WorkerJobs } from '../workers/worker-jobs';
import type { SigningIdentities } from './signing-identities';

const JOB = job<typeof import('./sign-pdf.job')>(join(__dirname, 'sign-pdf.job'), 90_000);
/** Files on the disk at a time: what this may take of it is so many times the largest file. */
const AT_ONCE = 8;
const MOST_WAITING = 200;
/** Older than any call may become: left by a process that was killed. */
const STALE_MS = 10 * 60_000;

const CODES: Record<RefusalReason, PdfRefusal['code']> = {
  NOT_A_PDF: 'PDF_NEEDED',
  ENCRYPTED: 'PDF_ENCRYPTED',
  DAMAGED: 'PDF_DAMAGED',
  TOO_COMPLEX: 'PDF_TOO_COMPLEX',
  CHANGES_FORBIDDEN: 'PDF_LOCKED',
};

/** Signs a copy on disk in a thread: no file is in memory, and the event loop is not blocked. */
export class WorkerPdfSigner extends PdfSigner {
  private readonly turns = new Semaphore(AT_ONCE, MOST_WAITING);
  private readonly folder: string;
  private folderReady: Promise<void> | undefined;
  private cleanAfter = 0;

  constructor(
    private readonly identities: SigningIdentities,
    private readonly jobs: WorkerJobs,
    private readonly diagnostics: Diagnostics,
    private readonly config: Pick<Config, 'dataDir' | 'timestampUrl'>,
  ) {
    super();
    this.folder = join(config.dataDir, 'signing');
  }

  async certificate(at: Date): Promise<SigningCertificate> {
    const { subject, notBefore, notAfter } = await this.identities.at(at);
    return { subject, notBefore, notAfter };
  }

  async sign<T>(file: PdfContent, signature: PdfSignature, take: (signed: SignedContent) => Promise<T>, signal: AbortSignal): Promise<T> {
    const identity = await this.identities.at(signature.signedAt);
    await this.ready();
    return this.turns.run(async () => {
      const path = join(this.folder, randomUUID());
      try {
        await copyTo(path, file, signal).catch(diskFailureAsOutage);
        const signed = await this.signAt(path, file.size, signature, identity, signal);
        return await take({ ...signed, bytes: async () => returnable(createReadStream(path)) });
      } finally {
        await rm(path, { force: true });
      }
    }, signal);
  }

  private async signAt(
    path: string,
    size: number,
    signature: PdfSignature,
    identity: SigningIdentity,
    signal: AbortSignal,
  ): Promise<Omit<SignedContent, 'bytes'>> {
    const { isRehearsal = false, ...shown } = signature;
    const order = { ...shown, path, size, identity, timestampUrl: isRehearsal ? null : this.config.timestampUrl };
    const report = await this.jobs.run(JOB, order, { signal }).catch((error: unknown) => {
      if (!(error instanceof JobStopped) || error.reason === 'crash') throw error;
      // As it would be the next time: a file that takes too much of a machine.
      throw new PdfRefusal('PDF_TOO_COMPLEX');
    });
    if ('refused' in report) throw new PdfRefusal(CODES[report.refused]);
    if ('fullDisk' in report) throw new DependencyDown('the disk is full', { cause: new Error(report.fullDisk) });
    if ('noTimestamp' in report) {
      this.diagnostics.problem('timestamp authority', new Error(report.noTimestamp));
      throw new DomainError('TIMESTAMP_UNAVAILABLE');
    }
    return report;
  }

  /** More than once: what a killed process leaves is too fresh to be known for it when the next one starts. */
  private async ready(): Promise<void> {
    if (!this.folderReady || Date.now() > this.cleanAfter) {
      this.cleanAfter = Date.now() + STALE_MS;
      this.folderReady = this.readyFolder();
    }
    await this.folderReady.catch((error: unknown) => {
      this.folderReady = undefined;
      return diskFailureAsOutage(error);
    });
  }

  private async readyFolder(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  }
}

/** What is signed is what the archive has vouched for since it was stored. */
async function copyTo(path: string, { size, sha256, bytes }: PdfContent, signal: AbortSignal): Promise<void> {
  const copy = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of await bytes()) {
      signal.throwIfAborted();
      hash.update(chunk);
      for (let from = 0; from < chunk.length;) from += (await copy.write(chunk, from)).bytesWritten;
      length += chunk.length;
    }
    if (length !== size || hash.digest('hex') !== sha256) throw new Error('the content of a stored file has changed');
  } finally {
    await copy.close();
  }
}
