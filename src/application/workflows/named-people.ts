import { Injectable } from '@nestjs/common';
import { Participants } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import type { Named } from '#domain/workflows/named';

/** Whether those whom a call names for a task can do it. */
@Injectable()
export class NamedPeople {
  constructor(private readonly participants: Participants) {}

  async problems(scope: Scope, { userId }: Named): Promise<{ invalid?: FieldProblem[]; refused?: FieldProblem[] }> {
    if (userId === null) return {};
    const user = await this.participants.find(scope, userId);
    if (!user) return { invalid: [{ path: ['userId'], code: 'UNKNOWN_ID' }] };
    return user.active ? {} : { refused: [{ path: ['userId'], code: 'USER_INACTIVE' }] };
  }
}
