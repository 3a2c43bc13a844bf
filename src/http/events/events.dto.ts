import { ApiProperty } from '@nestjs/swagger';
import { cloudEventOf } from '#application/events/cloud-event';
import type { EventsRead, FollowInput } from '#application/events/follow-events.use-case';
import type { TimeZone } from '#application/support/time-zone';
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit/audit-event';
import { EVENT_TYPES } from '#domain/audit/event-types';
import type { FieldProblem } from '#domain/errors';
import { idleFilters, passes } from '#domain/webhooks/type-filter';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, Integer, Moment, Text, TextList } from '../validation/decorators';
import { CloudEvent } from './cloud-event';

const LONGEST_WAIT_SECONDS = 25;
const USUAL_LIMIT = 500;
const AT_END = 'fim';
const POSITION = new RegExp(`^(?:\\d{1,15}|${AT_END})$`);

export class EventsQuery implements PlaceQuery {
  @Guid({ description: 'Client whose events are asked for.', required: true })
  idCliente!: string;

  @Text({
    description:
      'Position after which to read: `proximo` of the answer before. `fim`: only what happens from now on. Absent: from the first event.',
    max: 15,
    pattern: POSITION,
    example: '1024',
  })
  apos?: string;

  @Text({
    description: '`epoca` of the answer that gave the position, if it has one.',
    max: 20,
    example: '20261123T123000Z',
  })
  epoca?: string;

  @Moment('start', { description: 'Instead of `apos`: from about this moment on.', example: '2026-11-20T08:00:00-03:00' })
  desde?: Date;

  @TextList({
    description: 'Types of events, comma-separated; `documento.*` for all of a group. Absent: all that you may see.',
    max: 50,
    maxText: 60,
  })
  tipo?: string[];

  @Integer({ description: 'Events per answer, at most 500; an answer may have fewer.', min: 1, max: 500, example: 100 })
  limite?: number;

  @Integer({ description: 'Seconds to wait for an event, if there is none yet.', min: 0, max: LONGEST_WAIT_SECONDS, example: 25 })
  espera?: number;

  static checkMembers({ apos, tipo = [] }: Partial<EventsQuery>): FieldProblem[] {
    const idle = new Set(idleFilters(tipo.filter(Boolean), Object.values(EVENT_TYPES)));
    return [
      ...(apos != null && !POSITION.test(apos) ? [{ path: ['apos'], code: 'FORMAT', details: { type: 'integer' } } as const] : []),
      ...tipo.flatMap((filter, index): FieldProblem[] =>
        idle.has(filter)
          ? [{ path: ['tipo', index], code: 'NOT_AN_OPTION', details: { options: Object.values(EVENT_TYPES).join(', ') } }]
          : [],
      ),
    ];
  }

  static check({ apos, desde }: EventsQuery): FieldProblem[] {
    return apos !== undefined && desde ? [{ path: ['desde'], code: 'EXACTLY_ONE', details: { of: '"apos" e "desde"' } }] : [];
  }

  static toInput({ apos, epoca, desde, tipo = [], limite = USUAL_LIMIT, espera = 0 }: EventsQuery, signal: AbortSignal): FollowInput {
    return {
      after: desde ?? (apos === undefined ? 'start' : apos === AT_END ? 'end' : Number(apos)),
      epoch: epoca ?? null,
      limit: limite,
      actions: tipo.length === 0 ? [] : AUDIT_ACTIONS.filter((action: AuditAction) => passes(EVENT_TYPES[action], tipo)),
      waitMs: espera * 1000,
      signal,
    };
  }
}

export class EventsAnswer {
  @ApiProperty({ type: [CloudEvent], description: 'In the order of their positions.' }) eventos!: CloudEvent[];
  @ApiProperty({ example: 1025, description: 'The last position looked at: `apos` of the next call, also if no event passed the filter.' })
  proximo!: number;
  @ApiProperty({ description: 'Whether the log goes on behind `proximo`: call again at once.' }) haMais!: boolean;
  @ApiProperty({
    description:
      'Signed head of the log when it was read (C2SP checkpoint): its size and the root of its Merkle tree. Keep one: nobody can change what it covers ' +
      'unnoticed. Empty: nothing has happened yet.',
  })
  selo!: string;
  @ApiProperty({
    required: false,
    example: '20261123T123000Z',
    description:
      'Only of an archive whose database was once restored to an earlier day: positions given since the backup were given again. Keep it with the ' +
      'position, and send both.',
  })
  epoca?: string;

  static from({ events, next, hasMore, checkpoint, epoch }: EventsRead, timeZone: TimeZone): EventsAnswer {
    const eventos = events.map((event) => cloudEventOf(event, timeZone));
    return { eventos, proximo: next, haMais: hasMore, selo: checkpoint, ...(epoch !== null && { epoca: epoch }) };
  }
}
