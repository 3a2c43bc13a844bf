import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { RehearseCall, type ForeseenEvent } from '#application/events/rehearse-call.use-case';
import type { DryRunAnswer } from '../openapi/dry-run';
import { Answer } from './answer';
import { contextOf, isSimulated, specOf, type HttpRequest } from './request-context';

/** Runs an operation, or where `simular` asks for it a dry run of it. */
@Injectable()
export class DryRuns {
  constructor(private readonly rehearseCall: RehearseCall) {}

  async around(request: HttpRequest, next: CallHandler): Promise<Observable<unknown>> {
    if (!isSimulated(request)) return next.handle();
    const { result, events } = await this.rehearseCall.execute(() => lastValueFrom(next.handle()));
    if (specOf(request).dryRun !== 'rehearsed') return of(result);
    return of(new Answer(answerOf(events, contextOf(request).ignored), { status: 200 }));
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

function answerOf(events: readonly ForeseenEvent[], ignored: readonly string[]): DryRunAnswer {
  return { simulado: true, eventos: events.map(({ type, data }) => ({ tipo: type, dados: data })), camposIgnorados: ignored };
}
