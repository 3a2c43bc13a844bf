import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { DependencyRefuses } from '#application/support/errors';

/**
 * A bucket with versions answers a removal with a mark, and keeps the bytes: there every version goes, and the mark.
 * @param onFault told when the bucket does not let its versions go: they stay, and the mark
 */
export async function removeObject(
  client: S3Client,
  Bucket: string,
  Key: string,
  onFault: (where: string, error: unknown) => void,
): Promise<void> {
  const { DeleteMarker } = await client.send(new DeleteObjectCommand({ Bucket, Key }));
  if (!DeleteMarker) return;
  try {
    for await (const VersionId of versionsOf(client, Bucket, Key)) await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
  } catch (error) {
    if (!(error instanceof DependencyRefuses)) throw error;
    onFault('versions of objects', error);
  }
}

async function* versionsOf(client: S3Client, Bucket: string, Key: string): AsyncGenerator<string> {
  let from: { KeyMarker?: string; VersionIdMarker?: string } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...from }));
    for (const version of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
      if (version.Key === Key && version.VersionId !== undefined) yield version.VersionId;
    if (!page.IsTruncated) return;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}
