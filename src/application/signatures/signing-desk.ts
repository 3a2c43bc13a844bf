import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UploadSession } from '#application/files/upload-session';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { FileStorage } from '#application/ports/files';
import { PdfRefusal, type PdfSignature, PdfSigner, type SignedContent, type VersionedFile } from '#application/ports/signatures';
import type { Scope } from '#domain/access/scope';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import type { SignatureFacts, SigningCertificate } from '#domain/signatures/signature';
import { signatureCode } from '#domain/signatures/signature-code';
import { SecondReading } from './second-reading';
import type { SigningPlan } from './signing-check';

export type Presentation = Omit<PdfSignature, 'signedAt' | 'isRehearsal'>;

export interface SigningJob {
  scope: Scope;
  plan: SigningPlan;
  certificate: SigningCertificate;
  present: (facts: SignatureFacts) => Presentation;
  upload: UploadSession;
  signal: AbortSignal;
}

/** A signed file, staged in the store, and its source. */
export interface SignedVersion {
  file: VersionedFile;
  content: StagedFile;
  facts: SignatureFacts;
  certificate: SigningCertificate;
}

/** Files of one call in progress at once: one is read or stored while another is signed. */
const AT_ONCE = 3;

/** Signs files into the store; replacing the unsigned files is the caller's task. */
@Injectable()
export class SigningDesk {
  constructor(
    private readonly signer: PdfSigner,
    private readonly storage: FileStorage,
    private readonly secondReading: SecondReading,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Keeps the order; a file signed earlier and unchanged since is reused. Refuses all files that cannot be signed, together. */
  async sign(job: SigningJob, files: readonly VersionedFile[], before: readonly SignedVersion[]): Promise<SignedVersion[]> {
    const known = new Map(before.map((signed) => [signed.file.key, signed]));
    const signed: SignedVersion[] = [];
    const problems: FieldProblem[] = [];
    const waiting = files.map((file, index) => ({ file, index }));
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { file, index } = next;
        try {
          signed[index] = known.get(file.key) ?? (await this.one(job, file));
        } catch (error) {
          if (!(error instanceof PdfRefusal)) {
            waiting.length = 0;
            throw error;
          }
          problems.push({ path: ['files', index], code: error.code });
        }
      }
    };
    // Waits for all workers, so that no write is in progress when the upload is settled.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    if (problems.length > 0) throw new DomainError('RULES_BROKEN', problems.sort(byPlace));
    return signed;
  }

  private async one({ scope, plan, certificate, present, upload, signal }: SigningJob, file: VersionedFile): Promise<SignedVersion> {
    signal.throwIfAborted();
    const { origin, details } = plan;
    const facts: SignatureFacts = {
      code: signatureCode(randomBytes),
      signedAt: this.clock.now(),
      address: scope.actor.origin.address,
      originMessage: origin.message,
      details,
    };
    const { size, sha256, key } = file;
    const original = { size, sha256, bytes: () => this.storage.read(key) };
    const signature = { signedAt: facts.signedAt, isRehearsal: this.unitOfWork.isRehearsal, ...present(facts) };
    const take = async (signed: SignedContent) => {
      await this.secondReading.check(size, signed, signal);
      const staged = await upload.take(await signed.bytes());
      if (staged.sha256 !== signed.sha256) throw new Error('other bytes were stored than were signed');
      return staged;
    };
    return { file, facts, certificate, content: await this.signer.sign(original, signature, take, signal) };
  }
}

const byPlace = (a: FieldProblem, b: FieldProblem) => Number(a.path.at(-1)) - Number(b.path.at(-1));
