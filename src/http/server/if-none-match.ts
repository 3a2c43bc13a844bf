/** Whether the caller already has it (RFC 9110 13.1.2); weak tags match too. */
export function ifNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => ['*', etag, `W/${etag}`].includes(candidate.trim()));
}
