import { ListObjectVersionsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { put } from './support/writing';
import { onEveryStorage } from './support/implementations';
import type { StorageFixture } from './support/storages';

onEveryStorage((implementation, { open, givesUrls }) => {
  // Only buckets have versions.
  if (!givesUrls) return;
  describe(`${implementation}: a bucket that keeps versions`, () => {
    let fixture: StorageFixture;
    beforeAll(async () => {
      fixture = await open();
      const { admin, name: Bucket } = fixture.bucket!;
      await admin.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
    });
    afterAll(() => fixture.close());

    it('keeps none of what is removed, and all of the rest', async () => {
      const { storage, bucket } = fixture;
      const [kept, removed] = [await put(storage, Buffer.from('kept')), await put(storage, Buffer.from('removed'))];
      const versions = async () => {
        const { Versions = [], DeleteMarkers = [] } = await bucket!.admin.send(new ListObjectVersionsCommand({ Bucket: bucket!.name }));
        return [...Versions, ...DeleteMarkers].map(({ Key }) => Key).sort();
      };
      expect(await versions()).toEqual([kept, removed].sort());
      await storage.remove(removed);
      expect(await versions()).toEqual([kept]);
      // Again, as after a kill.
      await storage.remove(removed);
      await storage.remove(kept);
      expect(await versions()).toEqual([]);
    });
  });
});
