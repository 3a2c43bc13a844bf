import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { eventDataOf } from '#application/events/cloud-event';
import type { NewChange } from '#application/ports/audit-trail';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { EVENT_TYPES } from '#domain/audit/event-types';
import type { DryRunAnswer } from '../openapi/dry-run';
import { Answer } from './answer';
import { contextOf, isSimulated, specOf, type HttpRequest } from './request-context';

/** Runs an operation that was asked for with `simular` so that nothing of it stays, whatever it does (docs/adr/0048-dry-runs.md). */
@Injectable()
export class DryRuns {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async around(request: HttpRequest, next: CallHandler): Promise<Observable<unknown>> {
    if (!isSimulated(request)) return next.handle();
    const { result, changes } = await this.unitOfWork.rehearse(() => lastValueFrom(next.handle()));
    if (specOf(request).dryRun !== 'rehearsed') return of(result);
    return of(new Answer(answerOf(changes, contextOf(request).ignored), { status: 200 }));
  }
}

/** For operations without a body; the others have an interceptor already. */
@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  constructor(private readonly dryRuns: DryRuns) {}

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return this.dryRuns.around(context.switchToHttp().getRequest<HttpRequest>(), next);
  }
}

function answerOf(changes: readonly NewChange[], ignored: readonly string[]): DryRunAnswer {
  return {
    simulado: true,
    eventos: changes.map((change) => ({ tipo: EVENT_TYPES[change.action], dados: eventDataOf(change) })),
    camposIgnorados: ignored,
  };
}
