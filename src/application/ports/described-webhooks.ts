import type { DifferenceOf } from '#domain/provisioning/differences';

/** Webhooks that an archive file describes. */
export abstract class DescribedWebhooks {
  /** Within the caller's transaction. A new one begins at the end of its client's log; `secrets` has its secret, by id. */
  abstract write(differences: readonly DifferenceOf<'webhooks'>[], secrets: ReadonlyMap<string, string>): Promise<void>;
}
