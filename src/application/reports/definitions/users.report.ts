import { Injectable } from '@nestjs/common';
import { ReportRows, type ReportedUser } from '#application/ports/reports';
import { optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import type { ClientStructure } from '#domain/trees/client-structure';
import { BATCH_ROWS, inBatches, Report, Table } from '../report';
import type { ReportRequest } from '../report-request';
import { unitNameIn } from './document-rows';

interface Held {
  user: ReportedUser;
  /** Null: no grants. */
  grant: ReportedUser['grants'][number] | null;
  structure: ClientStructure;
}

const TABLE = new Table<Held>([
  ['userId', ({ user }) => user.id],
  ['login', ({ user }) => user.login],
  ['userName', ({ user }) => user.name],
  ['email', ({ user }) => user.email],
  ['isActive', ({ user }) => user.active],
  ['profileId', ({ grant }) => grant?.profileId ?? null],
  ['profileName', ({ grant }) => grant?.profileName ?? null],
  ['unitName', ({ grant, structure }) => unitNameIn(structure, grant?.unitId ?? null)],
  ['levelId', ({ grant }) => grant?.nodeId ?? null],
  ['levelPath', ({ grant, structure }) => (grant?.nodeId ? (structure.node(grant.nodeId)?.path ?? '') : null)],
]);

/**
 * The users created for the client, one row per grant: no unit means any unit, no level the whole tree. Grants elsewhere in the client are
 * shown only to callers who reach all of it.
 */
@Injectable()
export class UsersReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a08';
  readonly name = 'users';
  readonly kind = 'client';
  readonly needs = ['user:manage'] as const;
  override readonly ofWholeClient = true;
  override readonly parameters = [optional('login')];

  constructor(private readonly rows: ReportRows) {
    super();
  }

  open(request: ReportRequest): ReportData {
    return TABLE.of(this.held(request));
  }

  private async *held({ reach: { scopes, structure }, parameters }: ReportRequest): AsyncGenerator<Held[]> {
    const login = parameters.get('login');
    const asked = { clientId: structure.clientId, ...(login !== undefined && { login }) };
    for await (const users of inBatches<ReportedUser>((after) => this.rows.users(scopes, asked, after, BATCH_ROWS))) {
      yield users.flatMap((user) => (user.grants.length === 0 ? [null] : user.grants).map((grant) => ({ user, grant, structure })));
    }
  }
}
