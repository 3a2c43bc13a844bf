import type { Scope } from '#domain/access/scope';
import type { Labelled, Signature, SignedFileState, SigningCertificate } from '#domain/signatures/signature';
import type { NewFile } from '#domain/files/document-file';

/**
 * Records of the signatures made by the archive.
 *
 * @example const signature = code && (await signatures.find(code));
 */
export abstract class Signatures {
  abstract add(scope: Scope, signatures: readonly Signature[]): Promise<void>;
  /** Finds a signature by its code. */
  abstract find(code: string): Promise<(Signature & { state: SignedFileState }) | null>;
}

/** How a signature appears in the file. */
export interface PdfSignature {
  signedAt: Date;
  /** Nobody will see it: no timestamp is asked for. */
  isRehearsal?: boolean;
  /** Entry of the signature dictionary, which PDF readers show with a signature. */
  name: string;
  reason: string;
  location: string;
  contactInfo: string;
  card: { title: string; rows: readonly Labelled[]; link: string };
  /** Stored in the file's properties; keys are ASCII. */
  properties: Readonly<Record<string, string>>;
}

export interface PdfContent {
  size: number;
  sha256: string;
  bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

export interface SignedContent extends PdfContent {
  /** Pages that the signer has put behind those of the file. */
  addedPages: number;
}

/** The file cannot be signed; the service is not at fault. */
export class PdfRefusal extends Error {
  constructor(readonly code: 'PDF_NEEDED' | 'PDF_ENCRYPTED' | 'PDF_DAMAGED' | 'PDF_TOO_COMPLEX' | 'PDF_LOCKED') {
    super(code);
  }
}

/**
 * Signs with the service's certificate.
 *
 * @example const certificate = await signer.certificate(clock.now());
 */
export abstract class PdfSigner {
  /** Rejects with SIGNING_NOT_CONFIGURED or SIGNING_CERTIFICATE_EXPIRED. */
  abstract certificate(at: Date): Promise<SigningCertificate>;
  /**
   * Signs a file and passes the signed one to `take`; it is checked and then discarded. Existing signatures stay valid. Rejects with
   * `PdfRefusal`, TIMESTAMP_UNAVAILABLE, BUSY, or the reason of the signal.
   */
  abstract sign<T>(file: PdfContent, signature: PdfSignature, take: (signed: SignedContent) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** The owner of a file: a document, or a flow, which has no level and therefore requires the whole client to be in reach. */
export type FileOwner = { kind: 'document'; id: string; nodeCode: number } | { kind: 'workflow'; id: string; code: number };

/** A file with its current version. */
export interface VersionedFile extends NewFile {
  clientId: string;
  owner: FileOwner;
}

export interface Replacement {
  /** The file as it was read before signing. */
  file: VersionedFile;
  content: Pick<NewFile, 'key' | 'size' | 'sha256' | 'version'>;
}

/**
 * Files whose content is replaced under the same id; former versions are kept as long as the file.
 *
 * @example const found = await versions.find(scope, fileIds);
 */
export abstract class FileVersions {
  /** Those of the files that are within the scope, in no order. */
  abstract find(scope: Scope, fileIds: readonly string[]): Promise<VersionedFile[]>;
  /** Locks the owners of these files, always in the same order, and answers all current files of each. */
  abstract hold(scope: Scope, files: readonly VersionedFile[]): Promise<VersionedFile[]>;
  /** Requires `hold`. False, with no usable effect, when one of the files has changed since it was read. */
  abstract replace(scope: Scope, replacements: readonly Replacement[], at: Date): Promise<boolean>;
}
