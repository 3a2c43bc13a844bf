import { Injectable } from '@nestjs/common';
import { Signatures } from '#application/ports/signatures';
import type { Scope } from '#domain/access/scope';
import type { Signature, SignatureDetails, SignedFileState } from '#domain/signatures/signature';
import { FileSignatureEntity } from '../entities';
import { idOf } from '../id-bytes';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

interface SignatureRow {
  id: string;
  code: string;
  client_id: Uint8Array;
  file_id: string;
  sha256: string;
  origin_id: string;
  signed_at: number;
  signed_by: string;
  address: string;
  details: string;
  /** Of the current file; null when it was deleted. */
  current_sha256: string | null;
}

/** Stored as it was at the time of signing. */
interface Kept extends SignatureDetails {
  originMessage: string;
  certificate: { subject: string; notBefore: string; notAfter: string };
}

/** Raw SQL (`find`): one join over the tables of documents and flows. */
@Injectable()
export class TypeOrmSignatures extends Signatures {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async add(scope: Scope, signatures: readonly Signature[]): Promise<void> {
    const rows = signatures.map(({ originMessage, certificate, details, ...signature }) => ({
      ...signature,
      clientId: scope.clientId,
      legalPerson: details.company !== null,
      details: JSON.stringify({ ...details, originMessage, certificate }),
    }));
    await this.unitOfWork.insert(FileSignatureEntity, rows);
  }

  async find(code: string): Promise<(Signature & { state: SignedFileState }) | null> {
    const row = await this.sql.first<SignatureRow>(
      `SELECT signature.*, COALESCE(CASE WHEN document.deleted_at IS NULL THEN file.sha256 END, workflow_file.sha256) AS current_sha256
       FROM file_signature signature
       LEFT JOIN document_file file ON file.client_id = signature.client_id AND file.id = signature.file_id AND file.deleted_at IS NULL
       LEFT JOIN document ON document.client_id = signature.client_id AND document.code = file.document_code
       LEFT JOIN workflow_file ON workflow_file.client_id = signature.client_id AND workflow_file.id = signature.file_id
       AND workflow_file.deleted_at IS NULL WHERE signature.code = ?`,
      [code],
    );
    return row && toSignature(row);
  }
}

function toSignature(row: SignatureRow): Signature & { state: SignedFileState } {
  const { originMessage, certificate, ...details } = JSON.parse(row.details) as Kept;
  const { subject, notBefore, notAfter } = certificate;
  return {
    id: row.id,
    code: row.code,
    clientId: idOf(row.client_id),
    fileId: row.file_id,
    sha256: row.sha256,
    originId: row.origin_id,
    originMessage,
    signedAt: new Date(row.signed_at),
    signedBy: row.signed_by,
    address: row.address,
    details,
    certificate: { subject, notBefore: new Date(notBefore), notAfter: new Date(notAfter) },
    state: row.current_sha256 === null ? 'deleted' : row.current_sha256 === row.sha256 ? 'current' : 'superseded',
  };
}
