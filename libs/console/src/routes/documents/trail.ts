/** The result that a document was opened from: where it was, and its documents in order. */
interface Trail {
  client: string;
  address: string;
  documents: readonly { code: string; address: string }[];
}

let trail: Trail | null = null;

export const leaveTrail = (left: Trail) => void (trail = left);

/** Addresses of the result and of the documents before and after this one. */
export function neighbours(
  client: string,
  code: string,
): { list: string; previous?: string | undefined; next?: string | undefined } | null {
  const at = trail?.client === client ? trail.documents.findIndex((document) => document.code === code) : -1;
  return trail === null || at < 0
    ? null
    : { list: trail.address, previous: trail.documents[at - 1]?.address, next: trail.documents[at + 1]?.address };
}
