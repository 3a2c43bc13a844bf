/** The result that a document was opened from: where it was, and its documents in order. */
interface Trail {
  client: string;
  address: string;
  codes: readonly string[];
}

let trail: Trail | null = null;

export const leaveTrail = (left: Trail) => void (trail = left);

export function neighbours(
  client: string,
  code: string,
): { address: string; previous?: string | undefined; next?: string | undefined } | null {
  const at = trail?.client === client ? trail.codes.indexOf(code) : -1;
  return trail === null || at < 0 ? null : { address: trail.address, previous: trail.codes[at - 1], next: trail.codes[at + 1] };
}
