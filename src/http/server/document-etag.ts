/** ETag of one version of a document: its fields, its box, the list of its files. */
export function documentETag({ code, version }: { code: number; version: number }): string {
  return `"${code}-${version}"`;
}

/** The condition of `If-Match` (RFC 9110 13.1.1). Without the header all match; weak tags never do. */
export function ifMatch(header: string | undefined): (etag: string) => boolean {
  if (header === undefined || header.trim() === '*') return () => true;
  const tags = header.split(',').map((tag) => tag.trim());
  return (etag) => tags.includes(etag);
}
