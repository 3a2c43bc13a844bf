import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListAuditEvents } from '#application/audit/list-audit-events.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { thingsOf } from '#domain/audit/event-leaf';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { AuditAnswer, AuditQuery } from './audit.dto';

const USUAL_LIMIT = 100;

@ApiTags('Audit')
@Controller('api/Auditoria')
export class AuditController {
  constructor(
    private readonly listAuditEvents: ListAuditEvents,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'Who did what, when and from where',
    description:
      'One event per change that was acknowledged, newest first; and, about a second later, failed logins of its users, calls that they were refused, reads ' +
      'of files and openings of links. Events of a client are the leaves of a Merkle tree whose root is signed; `acervo audit verify` proves that none was altered, left out or cut off. ' +
      'Events name things of every level and unit: only who reaches all of the client sees them.',
    permission: 'audit:view',
    reach: 'whole client',
    query: AuditQuery,
    answer: { status: 200, description: 'One page of events.', type: AuditAnswer },
    refusals: { input: ['ORDER'] },
  })
  @Get()
  async list(@CurrentScope() scope: Scope, @Query() query: AuditQuery): Promise<AuditAnswer> {
    const { dataInicial, dataFinal, idUsuario, idObjeto, cursor = null, limite = USUAL_LIMIT } = query;
    const action = AuditQuery.actionOf(query);
    const filter = {
      ...(dataInicial && { from: dataInicial }),
      ...(dataFinal && { until: dataFinal }),
      ...(idUsuario !== undefined && { userId: idUsuario }),
      ...(idObjeto !== undefined && { things: thingsOf(idObjeto) }),
      ...(action && { action }),
    };
    return AuditAnswer.from(await this.listAuditEvents.execute(scope, filter, cursor, limite), this.timeZone);
  }
}
