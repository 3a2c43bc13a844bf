import type { ArchiveImage } from '#domain/provisioning/archive-image';
import { ofKind, type Difference } from '#domain/provisioning/differences';
import type { WorkflowDesign } from '#domain/workflows/workflow-definition';

export function userIdsOf({ design }: { design: WorkflowDesign }): Set<string> {
  const responsible = design.steps.flatMap(({ tasks }) => tasks.map((task) => task.responsible));
  return new Set(responsible.flatMap((each) => (each.type === 'user' ? [each.userId] : each.type === 'group' ? each.userIds : [])));
}

/** Why the user cannot be given a task of this client, or null. */
function obstacle({ users }: ArchiveImage, clientId: string, userId: string): string | null {
  const user = users.get(userId);
  if (!user?.active) return 'is not active';
  return user.grants.some((grant) => grant.clientId === clientId) ? null : 'has no grant on the client';
}

/**
 * Workflows that name users who cannot do their tasks. A problem that existed before (a user may be made inactive at any time) does not
 * block a definition that changes neither the user nor the workflow.
 */
export function unreachable(
  before: ArchiveImage,
  after: ArchiveImage,
  all: readonly Difference[],
): { id: string; userId: string; reason: string }[] {
  const changed = new Set(ofKind(all, 'workflows').map(({ id }) => id));
  return [...after.workflows.values()]
    .filter(({ active }) => active)
    .flatMap((workflow) =>
      [...userIdsOf(workflow)].flatMap((userId) => {
        const { id, clientId, name } = workflow;
        const found = obstacle(after, clientId, userId);
        if (found === null || (!changed.has(id) && obstacle(before, clientId, userId) === found)) return [];
        const login = (after.users.get(userId) ?? before.users.get(userId))?.login;
        return login === undefined ? [] : [{ id, userId, reason: `workflow "${name}" gives a task to user "${login}", who ${found}` }];
      }),
    );
}
