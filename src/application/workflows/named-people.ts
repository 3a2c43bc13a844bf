import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { Participants, type Participant } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import type { Named } from '#domain/workflows/named';
import { peopleNeeded } from '#domain/workflows/visit';
import type { Step } from '#domain/workflows/workflow-definition';

/** Checks whether the users responsible for a task can do it. */
@Injectable()
export class NamedPeople {
  constructor(
    private readonly participants: Participants,
    private readonly access: AccessPolicy,
  ) {}

  /** Checks the users named by a call. */
  async problems(scope: Scope, { userId }: Named): Promise<{ invalid?: FieldProblem[]; refused?: FieldProblem[] }> {
    if (userId === null) return {};
    const user = (await this.participants.find(scope, [userId])).get(userId);
    if (!user) return { invalid: [{ path: ['userId'], code: 'UNKNOWN_ID' }] };
    return (await this.mayAct(scope, user)) ? {} : { refused: [{ path: ['userId'], code: 'RESPONSIBLE_WITHOUT_ACCESS' }] };
  }

  /** Checks the users named by the definition for a step: a group needs as many able users as its consensus requires. */
  async problemsOf(scope: Scope, { group, tasks }: Step): Promise<FieldProblem[]> {
    const ids = new Set(tasks.flatMap(({ responsible }) => usersOf(responsible)));
    if (ids.size === 0) return [];
    const able = new Set<string>();
    for (const [id, user] of await this.participants.find(scope, [...ids])) if (await this.mayAct(scope, user)) able.add(id);
    const stuck = tasks.filter(({ responsible }) => {
      const users = usersOf(responsible);
      if (users.length === 0) return false;
      const needed = 'consensus' in responsible ? peopleNeeded(users.length, responsible.consensus) : 1;
      return users.filter((id) => able.has(id)).length < needed;
    });
    if (group === 'one' && stuck.length < tasks.length) return [];
    return stuck.map(({ name }) => ({ path: ['definitionId'], code: 'RESPONSIBLE_WITHOUT_ACCESS', details: { task: name } }));
  }

  private async mayAct({ clientId }: Scope, { active, grants }: Participant): Promise<boolean> {
    return active && (await this.access.isHeld(grants, 'workflow:act', clientId));
  }
}

function usersOf(responsible: Step['tasks'][number]['responsible']): readonly string[] {
  if (responsible.type === 'user') return [responsible.userId];
  return responsible.type === 'group' ? [...new Set(responsible.userIds)] : [];
}
