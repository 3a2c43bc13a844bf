import { Injectable } from '@nestjs/common';
import { SignatureOrigins, type SignatureOrigin } from '#application/ports/structure';
import { FileVersions, type VersionedFile } from '#application/ports/signatures';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import type { SignatureDetails } from '#domain/signatures/signature';

/** A signing request; null stands for unreadable parts. */
export interface SigningWish {
  originId: string | null;
  details: SignatureDetails;
  fileIds: readonly (string | null)[];
  /** Problems of the request itself, reported together with those found here. */
  unread: readonly FieldProblem[];
}

/** The validated request. */
export interface SigningPlan {
  origin: SignatureOrigin;
  details: SignatureDetails;
  /** In the requested order. */
  files: readonly VersionedFile[];
}

/** Collects all problems of a signing request before a file is opened. */
@Injectable()
export class SigningCheck {
  constructor(
    private readonly origins: SignatureOrigins,
    private readonly versions: FileVersions,
  ) {}

  async plan(scope: Scope, { originId, details, fileIds, unread }: SigningWish): Promise<SigningPlan> {
    const named = fileIds.filter((id) => id !== null);
    const [origins, found] = await Promise.all([this.origins.list(scope), this.versions.find(scope, named)]);
    const origin = origins.find(({ id, clientId }) => id === originId && clientId === scope.clientId);
    const noOrigin: FieldProblem[] = origin || originId === null ? [] : [{ path: ['originId'], code: 'ORIGIN_UNKNOWN' }];
    refuseAll([...unread, ...noOrigin, ...unknown(fileIds, found)], notPdf(fileIds, found));
    if (!origin) throw new Error('a request without an origin was let through');
    return { origin, details, files: inOrder(named, found) };
  }

  /** Reads the files again in their current state. */
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

function unknown(fileIds: readonly (string | null)[], found: readonly VersionedFile[]): FieldProblem[] {
  const known = new Set(found.map(({ id }) => id));
  const seen = new Set<string>();
  return fileIds.flatMap((id, index): FieldProblem[] => {
    if (id === null) return [];
    if (seen.has(id)) return [{ path: ['files', index], code: 'REPEATED' }];
    seen.add(id);
    return known.has(id) ? [] : [{ path: ['files', index], code: 'UNKNOWN_ID' }];
  });
}

/** Checks names only; content is checked when the files are read. */
function notPdf(fileIds: readonly (string | null)[], found: readonly VersionedFile[]): FieldProblem[] {
  const others = new Set(found.filter(({ extension }) => extension !== 'pdf').map(({ id }) => id));
  return fileIds.flatMap((id, index) => (id !== null && others.has(id) ? [{ path: ['files', index], code: 'PDF_NEEDED' as const }] : []));
}
