/** Whether the caller has it already (RFC 9110 13.1.2): weak tags count as well. */
export function ifNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => ['*', etag, `W/${etag}`].includes(candidate.trim()));
}
