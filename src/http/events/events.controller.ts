import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { FollowEvents } from '#application/events/follow-events.use-case';
import { GetConsistency } from '#application/events/get-consistency.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { ScopeAfterBody } from '../auth/scope-after-body';
import { Operation } from '../openapi/operation';
import type { HttpRequest } from '../server/request-context';
import { CurrentScope, HangUp } from '../validation/parameters';
import { EventEnvelope } from './cloud-event';
import { ConsistencyAnswer, ConsistencyQuery } from './consistency.dto';
import { EventsAnswer, EventsQuery } from './events.dto';

@ApiTags('Event')
@ApiExtraModels(EventEnvelope)
@Controller('api/Evento')
export class EventsController {
  constructor(
    private readonly followEvents: FollowEvents,
    private readonly getConsistency: GetConsistency,
    private readonly scopes: ScopeAfterBody,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'What happened, in order and without gaps',
    description:
      'The events of a client, oldest first, in the envelope of CloudEvents 1.0. Keep `proximo` and pass it as `apos`: whoever does so sees every event once, ' +
      'also those of changes that were committed late. With `espera` a call waits until something happens. An event appears about half a second after its ' +
      'change. Events of users, sessions, keys and of mere reading need `auditoria.consultar` as well. Only who reaches all of the client may follow it.',
    permission: 'event:view',
    reach: 'whole client',
    quiet: true,
    query: EventsQuery,
    answer: { status: 200, description: 'Events after the position; none, if nothing happened in time.', type: EventsAnswer },
    refusals: { codes: ['CURSOR_EXPIRED'], input: ['EXACTLY_ONE', 'NOT_AN_OPTION'] },
  })
  @Get()
  async follow(
    @CurrentScope() scope: Scope,
    @Query() query: EventsQuery,
    @Req() request: HttpRequest,
    @HangUp() hungUp: AbortSignal,
  ): Promise<EventsAnswer> {
    const confirm = async (waitedMs: number) => {
      await this.scopes.confirm(request, waitedMs);
      return request.scope as Scope;
    };
    return EventsAnswer.from(await this.followEvents.execute(scope, EventsQuery.toInput(query, hungUp), confirm), this.timeZone);
  }

  @Operation({
    number: null,
    summary: 'Proof that a log has only grown',
    description:
      'Proves to whoever has kept a `selo` that the log still begins with what it covers: nothing of that was changed, inserted or removed (RFC 9162). ' +
      'The heads may come from this feed or from receipts. `docs/examples` has scripts that verify it with the keys of `/.well-known/acervo-selos`.',
    permission: 'event:view',
    reach: 'whole client',
    query: ConsistencyQuery,
    answer: { status: 200, description: 'The proof.', type: ConsistencyAnswer },
    refusals: { codes: ['CURSOR_EXPIRED'], input: ['OUT_OF_RANGE'] },
  })
  @Get('Consistencia')
  async consistency(@CurrentScope() scope: Scope, @Query() { de, ate }: ConsistencyQuery): Promise<ConsistencyAnswer> {
    return ConsistencyAnswer.from(await this.getConsistency.execute(scope, { from: de, to: ate ?? null }));
  }
}
