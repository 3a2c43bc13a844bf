import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { EVENT_TYPES } from '#domain/audit/event-types';
import { eventDataOf } from './cloud-event';

/** An event that was not recorded. */
export interface ForeseenEvent {
  type: string;
  data: Record<string, unknown>;
}

/** A dry run: does a call so that nothing of it stays, whatever it does (docs/adr/0048-dry-runs.md). */
@Injectable()
export class RehearseCall {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Answers the result, and the events that the call would have recorded. */
  async execute<T>(call: () => Promise<T>): Promise<{ result: T; events: ForeseenEvent[] }> {
    const { result, changes } = await this.unitOfWork.rehearse(call);
    return { result, events: changes.map((change) => ({ type: EVENT_TYPES[change.action], data: eventDataOf(change) })) };
  }
}
