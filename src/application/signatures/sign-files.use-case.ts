import { Injectable } from '@nestjs/common';
import { UploadSessions } from '#application/files/upload-sessions';
import type { UploadSession } from '#application/files/upload-session';
import { newId } from '#application/support/ids';
import { AuditTrail, type NewChange } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { FileVersions, PdfSigner, Signatures, type VersionedFile } from '#application/ports/signatures';
import { FileWork } from '#application/ports/text-extraction';
import { ObjectJournal } from '#application/ports/files';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { eventFiles, nextVersion } from '#domain/files/document-file';
import type { Signature, SignatureFacts } from '#domain/signatures/signature';
import { SameFileTurns } from './same-file-turns';
import { SigningCheck, type SigningPlan, type SigningWish } from './signing-check';
import { SigningDesk, type Presentation, type SignedVersion } from './signing-desk';

export interface SignFilesInput extends SigningWish {
  /** Formats the visible text of the signature. */
  present: (facts: SignatureFacts) => Presentation;
  /** Aborts when the caller disconnects. */
  over: AbortSignal;
}

export interface SignedFile {
  id: string;
  name: string;
  version: string;
  sha256: string;
}

/** The connection would time out after this. */
const LONGEST_MS = 100_000;
/** When several processes sign one file, all but the first sign again, on top of the other's signature. */
const MOST_ATTEMPTS = 4;

class Replaced extends Error {}

/** Operation 2.6: all files become new versions under the same ids, or none does. */
@Injectable()
export class SignFiles {
  constructor(
    private readonly check: SigningCheck,
    private readonly signer: PdfSigner,
    private readonly desk: SigningDesk,
    private readonly turns: SameFileTurns,
    private readonly versions: FileVersions,
    private readonly signatures: Signatures,
    private readonly work: FileWork,
    private readonly journal: ObjectJournal,
    private readonly uploads: UploadSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Answers the files in the requested order. */
  async execute(
    scope: Scope,
    input: SignFilesInput,
    receipt: IdempotencyReceipt<readonly SignedFile[]> = NO_RECEIPT,
  ): Promise<readonly SignedFile[]> {
    const plan = await this.check.plan(scope, input);
    const certificate = await this.signer.certificate(this.clock.now());
    const late = AbortSignal.timeout(LONGEST_MS);
    const signal = AbortSignal.any([input.over, late]);
    const upload = this.uploads.open(scope.clientId, { maxFiles: MOST_ATTEMPTS * plan.files.length });
    try {
      const job = { scope, plan, certificate, present: input.present, upload, signal };
      const ids = plan.files.map(({ id }) => id);
      const sign = async (waited: boolean) => {
        const files = waited ? await this.check.files(scope, ids) : plan.files;
        return this.onTop(job, files, (signed) => this.store(scope, plan, signed, upload, receipt));
      };
      return await this.turns.run(ids, sign, signal);
    } catch (error) {
      if (late.aborted) throw new DomainError('SIGNING_TOO_LONG', [], {}, error);
      throw input.over.aborted ? new DomainError('BUSY', [], {}, error) : error;
    } finally {
      await upload.settle();
    }
  }

  /** Signs, and signs again if another process has replaced a file in the meantime. */
  private async onTop<T>(
    job: Parameters<SigningDesk['sign']>[0],
    before: readonly VersionedFile[],
    store: (signed: readonly SignedVersion[]) => Promise<T>,
  ): Promise<T> {
    let [files, signed]: [readonly VersionedFile[], readonly SignedVersion[]] = [before, []];
    for (let attempt = 1; ; attempt++) {
      signed = await this.desk.sign(job, files, signed);
      job.signal.throwIfAborted();
      try {
        return await store(signed);
      } catch (error) {
        if (!(error instanceof Replaced)) throw error;
        if (attempt === MOST_ATTEMPTS) throw new DomainError('BUSY', [], {}, error);
        files = await this.check.files(job.scope, files.map(({ id }) => id)); // prettier-ignore
      }
    }
  }

  private async store(
    scope: Scope,
    plan: SigningPlan,
    signed: readonly SignedVersion[],
    upload: UploadSession,
    receipt: IdempotencyReceipt<readonly SignedFile[]>,
  ): Promise<readonly SignedFile[]> {
    const keys = signed.map(({ content }) => content.key);
    const rows = signed.map(({ file, content, facts, certificate }): Signature => ({
      ...facts,
      id: newId(),
      clientId: scope.clientId,
      fileId: file.id,
      sha256: content.sha256,
      originId: plan.origin.id,
      signedBy: scope.actor.userId,
      certificate,
    }));
    const stored = await this.unitOfWork.run(
      async () => {
        const present = await this.versions.hold(scope, signed.map(({ file }) => file)); // prettier-ignore
        const replacements = signed.map(({ file, content }) => ({ file, content: { ...content, version: versionAfter(file, present) } }));
        if (!(await this.versions.replace(scope, replacements, this.clock.now()))) throw new Replaced('signed by another call');
        await this.journal.condemn(scope.clientId, await this.work.replaced(scope, replacements.map(({ file }) => file.id)), 0, 'preview of a former version'); // prettier-ignore
        await upload.claim(keys);
        await this.signatures.add(scope, rows);
        const result = replacements.map(({ file: { id, name }, content: { version, sha256 } }) => ({ id, name, version, sha256 }));
        await receipt.keep(result);
        await this.audit.recordChanges(scope.clientId, changesOf(scope, signed, rows, plan));
        return result;
      },
      async () => (await this.signatures.find(rows[0]?.code ?? '')) !== null,
    );
    upload.committed(keys);
    return stored;
  }
}

/** An event of each document or flow: who may see one of them need not see the others. */
function changesOf(
  scope: Scope,
  signed: readonly SignedVersion[],
  rows: readonly Signature[],
  { origin, details }: SigningPlan,
): NewChange[] {
  const owners = new Map(signed.map(({ file: { owner } }) => [owner.id, owner]));
  return [...owners.values()].map((owner) => {
    const own = signed.filter(({ file }) => file.owner.id === owner.id);
    const ids = own.map(({ file }) => file.id);
    const subject = {
      ...(owner.kind === 'document'
        ? { documentId: owner.id, levelId: scope.levelIdOf({ clientId: scope.clientId, nodeCode: owner.nodeCode }) }
        : { workflowId: owner.id }),
      files: ids,
      signatures: rows.filter(({ fileId }) => ids.includes(fileId)).map(({ id }) => id),
      originId: origin.id,
      legalPerson: details.company !== null,
    };
    return {
      author: scope.actor,
      action: 'file.sign',
      subject,
      files: eventFiles(own.map(({ file: { id }, content: { size, sha256 } }) => ({ id, size, sha256 }))),
    };
  });
}

const ownerOf = ({ owner }: VersionedFile) => owner.id;

/** One more than the highest version among the files of this name in its document or flow. */
function versionAfter(file: VersionedFile, present: readonly VersionedFile[]): string {
  return nextVersion(
    present.filter((other) => ownerOf(other) === ownerOf(file)),
    file,
  );
}
