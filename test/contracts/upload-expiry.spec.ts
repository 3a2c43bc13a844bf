import { GetBucketLifecycleConfigurationCommand, PutBucketLifecycleConfigurationCommand, type LifecycleRule } from '@aws-sdk/client-s3';
import { S3FileStorage } from '#infrastructure/s3/s3-file-storage';
import { onEveryStorage } from './support/implementations';
import type { StorageFixture } from './support/storages';

const THEIRS: LifecycleRule = { ID: 'theirs', Status: 'Enabled', Filter: { Prefix: 'scratch/' }, Expiration: { Days: 9 } };

/** Ceph and AWS have the rule; MinIO has none, and says so. */
onEveryStorage((implementation, { open, givesUrls }) => {
  // Only buckets have rules.
  if (!givesUrls) return;
  describe(`${implementation}: the rule for unfinished uploads`, () => {
    let fixture: StorageFixture;
    beforeAll(async () => void (fixture = await open()));
    afterAll(() => fixture.close());

    const storage = () => fixture.storage as S3FileStorage;
    const rules = async (): Promise<LifecycleRule[]> => {
      const { admin, name } = fixture.bucket!;
      const asked = admin.send(new GetBucketLifecycleConfigurationCommand({ Bucket: name }));
      return (await asked.catch(() => ({ Rules: [] }))).Rules ?? [];
    };
    const put = async (Rules: LifecycleRule[]) => {
      const { admin, name } = fixture.bucket!;
      await admin.send(new PutBucketLifecycleConfigurationCommand({ Bucket: name, LifecycleConfiguration: { Rules } }));
    };
    const daysOf = (found: readonly LifecycleRule[]) =>
      found.flatMap(({ AbortIncompleteMultipartUpload: rule }) => (rule ? [rule.DaysAfterInitiation] : []));

    it('exists once after repeated setup, and keeps other rules; or nothing has changed', async () => {
      const isKnown = await storage().expireUploads(3);
      process.stderr.write(`[contracts] ${implementation} has ${isKnown ? 'a' : 'no'} rule for unfinished uploads\n`);
      expect(daysOf(await rules())).toEqual(isKnown ? [3] : []);
      await put([...(await rules()), THEIRS]);
      expect(await storage().expireUploads(5)).toBe(isKnown);
      const found = await rules();
      expect(daysOf(found)).toEqual(isKnown ? [5] : []);
      expect(found.find(({ ID }) => ID === 'theirs')).toMatchObject(THEIRS);
      expect(found).toHaveLength(isKnown ? 2 : 1);
    });
  });
});
