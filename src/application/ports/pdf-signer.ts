import type { Labelled, SigningCertificate } from '#domain/signatures/signature';

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

/** Signs with the service's certificate. */
export abstract class PdfSigner {
  /** Rejects with SIGNING_NOT_CONFIGURED or SIGNING_CERTIFICATE_EXPIRED. */
  abstract certificate(at: Date): Promise<SigningCertificate>;
  /**
   * Signs a file and passes the signed one to `take`; it is checked and then discarded. Existing signatures stay valid. Rejects with
   * `PdfRefusal`, TIMESTAMP_UNAVAILABLE, BUSY, or the reason of the signal.
   */
  abstract sign<T>(file: PdfContent, signature: PdfSignature, take: (signed: SignedContent) => Promise<T>, signal: AbortSignal): Promise<T>;
}
