import type { Labelled, SigningCertificate } from '#domain/signatures/signature';

/** How a signature shows in the file. */
export interface PdfSignature {
  signedAt: Date;
  /** What stands in the signature dictionary, which readers of PDF show with a signature. */
  name: string;
  reason: string;
  location: string;
  contactInfo: string;
  card: { title: string; rows: readonly Labelled[]; link: string };
  /** Go into the file's properties; keys are ASCII. */
  properties: Readonly<Record<string, string>>;
}

export interface PdfContent {
  size: number;
  sha256: string;
  bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A file that cannot be signed, through no fault of the service. */
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
   * Signs a file and gives `take` the signed one, which is checked and gone afterwards. Signatures that the file carries
   * stay good. Rejects with `PdfRefusal`, TIMESTAMP_UNAVAILABLE, BUSY, or the reason of the signal.
   */
  abstract sign<T>(
    file: PdfContent,
    signature: PdfSignature,
    take: (signed: Omit<PdfContent, 'size'>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
}
