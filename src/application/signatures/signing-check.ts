import { Injectable } from '@nestjs/common';
import { SignatureOrigins, type SignatureOrigin } from '#application/ports/boxes';
import { FileVersions, type VersionedFile } from '#application/ports/file-versions';
import type { Scope } from '#domain/access/scope';
import { DomainError, type FieldProblem } from '#domain/errors';
import { DetailsReader, type SentDetails } from '#domain/signatures/read-details';
import type { SignatureDetails } from '#domain/signatures/signature';

/** What is to be signed, found and in order. */
export interface SigningPlan {
  origin: SignatureOrigin;
  details: SignatureDetails;
  /** In the order asked for. */
  files: readonly VersionedFile[];
}

/** Finds everything that is wrong with a wish to sign, before a file is opened. */
@Injectable()
export class SigningCheck {
  constructor(
    private readonly origins: SignatureOrigins,
    private readonly versions: FileVersions,
  ) {}

  async plan(scope: Scope, input: { originId: string; details: SentDetails; fileIds: readonly string[] }): Promise<SigningPlan> {
    const reader = new DetailsReader();
    const details = reader.read(input.details);
    const [origins, found] = await Promise.all([this.origins.list(scope), this.versions.find(scope, input.fileIds)]);
    const origin = origins.find(({ id, clientId }) => id === input.originId && clientId === scope.clientId);
    const invalid: FieldProblem[] = [
      ...(origin ? [] : [{ path: ['originId'], code: 'ORIGIN_UNKNOWN' as const }]),
      ...reader.problems,
      ...unknown(input.fileIds, found),
    ];
    const refused = notPdf(input.fileIds, found);
    if (!origin || invalid.length > 0) throw new DomainError('INPUT_INVALID', [...invalid, ...refused]);
    if (refused.length > 0) throw new DomainError('RULES_BROKEN', refused);
    return { origin, details, files: inOrder(input.fileIds, found) };
  }

  /** The same files as they are now. */
  async files(scope: Scope, fileIds: readonly string[]): Promise<VersionedFile[]> {
    const found = await this.versions.find(scope, fileIds);
    const gone = unknown(fileIds, found);
    if (gone.length > 0) throw new DomainError('INPUT_INVALID', gone);
    return inOrder(fileIds, found);
  }
}

function inOrder(fileIds: readonly string[], found: readonly VersionedFile[]): VersionedFile[] {
  const byId = new Map(found.map((file) => [file.id, file]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}

function unknown(fileIds: readonly string[], found: readonly VersionedFile[]): FieldProblem[] {
  const known = new Set(found.map(({ id }) => id));
  const seen = new Set<string>();
  return fileIds.flatMap((id, index): FieldProblem[] => {
    if (seen.has(id)) return [{ path: ['files', index], code: 'REPEATED' }];
    seen.add(id);
    return known.has(id) ? [] : [{ path: ['files', index], code: 'UNKNOWN_ID' }];
  });
}

/** As far as their names say; the rest shows when they are read. */
function notPdf(fileIds: readonly string[], found: readonly VersionedFile[]): FieldProblem[] {
  const others = new Set(found.filter(({ extension }) => extension !== 'pdf').map(({ id }) => id));
  return fileIds.flatMap((id, index) => (others.has(id) ? [{ path: ['files', index], code: 'PDF_NEEDED' as const }] : []));
}
