import type { WebhookSender } from '#application/ports/webhooks';
import { WEBHOOK_RIGHTS, WEBHOOK_TYPES } from '#application/webhooks/webhook-rights';
import type { ArchiveImage, WebhookImage } from '#domain/provisioning/archive-image';
import { ofKind, type Difference } from '#domain/provisioning/differences';
import { idleFilters } from '#domain/webhooks/type-filter';

/** What is wrong with new and changed webhooks; one that stays as it is blocks nothing, but for the level that it is about. `tells`: with its address. */
export function webhookProblems(
  before: ArchiveImage,
  after: ArchiveImage,
  all: readonly Difference[],
  sender: WebhookSender,
  tells: boolean,
): { id: string; message: string }[] {
  const changed = ofKind(all, 'webhooks').flatMap((difference) => (difference.after ? [difference.after] : []));
  const problems = changed.flatMap((webhook) => {
    const { id, url, types } = webhook;
    return [
      ...(sender.isUrl(url)
        ? []
        : [{ id, message: `webhook "${url}": the address must be one that can be called, without a password in it` }]),
      ...idleFilters(types, WEBHOOK_TYPES).map((type) => ({ id, message: `webhook "${url}": no event has the type "${type}"` })),
      ...(mayHave(after, webhook)
        ? []
        : [{ id, message: `webhook "${url}": its user must be active and may have webhooks, and see the events, of the whole client` }]),
    ];
  });
  const lost = [...after.webhooks.values()].filter(({ levelId }) => levelId !== null && !after.levels.has(levelId));
  return [
    ...problems,
    ...lost.map(({ id, url, levelId }) => {
      const path = before.levels.get(levelId ?? '')?.path;
      const named = `level "${path}" cannot be removed: webhook "${url}" is about it`;
      return { id, message: tells ? named : `level "${path}" cannot be removed: a webhook is about it` };
    }),
  ];
}

function mayHave({ users, profiles }: ArchiveImage, { userId, clientId }: WebhookImage): boolean {
  const user = users.get(userId);
  const grants = user?.active ? user.grants : [];
  return WEBHOOK_RIGHTS.every((permission) =>
    grants.some(
      (grant) => grant.clientId === clientId && grant.levelId === null && profiles.get(grant.profileId)?.permissions.includes(permission),
    ),
  );
}
