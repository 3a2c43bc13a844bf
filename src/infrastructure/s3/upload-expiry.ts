import {
  GetBucketLifecycleConfigurationCommand,
  PutBucketLifecycleConfigurationCommand,
  type GetBucketLifecycleConfigurationCommandOutput,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isMissing } from './store-errors';

const RULE = 'acervo-unfinished-uploads';

/** What stores say that know no rules, or none of this kind: MinIO has InvalidArgument for it. */
const REFUSALS = ['InvalidArgument', 'InvalidRequest', 'MalformedXML', 'MethodNotAllowed', 'NotImplemented'];
const refuses = (error: unknown) =>
  [error, (error as Error).cause].some((each) => REFUSALS.includes((each as Error | undefined)?.name ?? ''));

type Found = Pick<GetBucketLifecycleConfigurationCommandOutput, 'Rules' | 'TransitionDefaultMinimumObjectSize'>;

async function rulesOf(client: S3Client, bucket: string): Promise<Found> {
  return client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (isMissing(error)) return {};
    throw error;
  });
}

const isOurs = ({ ID }: LifecycleRule) => ID === RULE;

/**
 * Lets the store itself end every upload that is unfinished after so many days, whoever knows of it; the bucket's other rules stay.
 * False: the store has no such rule, and nothing has changed.
 */
export async function expireUploads(client: S3Client, bucket: string, days: number): Promise<boolean> {
  const rule: LifecycleRule = {
    ID: RULE,
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: days },
  };
  try {
    const { Rules = [], TransitionDefaultMinimumObjectSize } = await rulesOf(client, bucket);
    await client.send(
      new PutBucketLifecycleConfigurationCommand({
        Bucket: bucket,
        LifecycleConfiguration: { Rules: [...Rules.filter((each) => !isOurs(each)), rule] },
        TransitionDefaultMinimumObjectSize,
      }),
    );
    // Some take what they do not know, and forget it.
    const kept = (await rulesOf(client, bucket)).Rules?.find(isOurs);
    return kept?.AbortIncompleteMultipartUpload?.DaysAfterInitiation === days;
  } catch (error) {
    if (refuses(error)) return false;
    throw error;
  }
}
