import type { ObjectTransfer } from './object-transfer';

/** What the store said of a part. */
export interface StoredPart {
  etag: string;
  /** In Base64; of stores that do not know it, nothing. */
  crc32: string | undefined;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @returns the id of the upload */
export async function beginUpload(transfer: ObjectTransfer, key: string): Promise<string> {
  const headers = { 'x-amz-checksum-algorithm': 'CRC32' };
  const said = await transfer.post({ name: 'CreateMultipartUpload', key, query: { uploads: '' }, headers });
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(said)?.[1];
  if (id === undefined) throw new Error('the file store began an upload and did not say which');
  return id;
}

/** Makes an object of the parts, in their order. */
export async function completeUpload(transfer: ObjectTransfer, key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void> {
  const listed = parts.map(({ etag, crc32 }, index) => {
    const checksum = crc32 === undefined ? '' : `<ChecksumCRC32>${escapeXml(crc32)}</ChecksumCRC32>`;
    return `<Part><ETag>${escapeXml(etag)}</ETag>${checksum}<PartNumber>${index + 1}</PartNumber></Part>`;
  });
  const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
  const body = Buffer.from(`<CompleteMultipartUpload xmlns="${xmlns}">${listed.join('')}</CompleteMultipartUpload>`);
  await transfer.post({ name: 'CompleteMultipartUpload', key, query: { uploadId }, headers: { 'content-type': 'application/xml' }, body });
}
