export type RefusalReason = 'NOT_A_PDF' | 'ENCRYPTED' | 'DAMAGED' | 'TOO_COMPLEX' | 'CHANGES_FORBIDDEN';

/** A file that is not signed. `detail` is for a log: it says what was found, never what the file holds. */
export class PdfRefused extends Error {
  constructor(
    readonly reason: RefusalReason,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'PdfRefused';
  }
}

export const damaged = (detail: string) => new PdfRefused('DAMAGED', detail);
export const tooComplex = (detail: string) => new PdfRefused('TOO_COMPLEX', detail);
