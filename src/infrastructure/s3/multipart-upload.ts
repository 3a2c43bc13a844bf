import type { ObjectTransfer } from './object-transfer';

/** The store's answer for a part. */
export interface StoredPart {
  etag: string;
  /** In Base64; of stores that do not know it, nothing. */
  crc32: string | undefined;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);

/** @returns the id of the upload */
export async function beginUpload(transfer: ObjectTransfer, key: string): Promise<string> {
  const headers = { 'x-amz-checksum-algorithm': 'CRC32' };
  const call = { name: 'CreateMultipartUpload', key, query: { uploads: '' }, headers };
  const said = await transfer.post(call, /<UploadId>[^<]+<\/UploadId>/);
  return unescapeXml(said.slice('<UploadId>'.length, -'</UploadId>'.length));
}

/** Completes the object from the parts, in order. */
export async function completeUpload(transfer: ObjectTransfer, key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void> {
  const listed = parts.map(({ etag, crc32 }, index) => {
    const checksum = crc32 === undefined ? '' : `<ChecksumCRC32>${escapeXml(crc32)}</ChecksumCRC32>`;
    return `<Part><ETag>${escapeXml(etag)}</ETag>${checksum}<PartNumber>${index + 1}</PartNumber></Part>`;
  });
  const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
  const body = [Buffer.from(`<CompleteMultipartUpload xmlns="${xmlns}">${listed.join('')}</CompleteMultipartUpload>`)];
  const headers = { 'content-type': 'application/xml' };
  await transfer.post(
    { name: 'CompleteMultipartUpload', key, query: { uploadId }, headers, body },
    /<(\w+:)?CompleteMultipartUploadResult[\s>]/,
  );
}
