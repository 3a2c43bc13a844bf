import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Intake } from '#application/files/intake';
import type { Actor } from '#domain/access/actor';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import type { IdempotentRun } from '../server/idempotent-run';
import { contextOf, type RequestContext, type HttpRequest } from '../server/request-context';

function fromContext<T>(pick: (requestContext: RequestContext) => T | undefined, otherwise: string): () => ParameterDecorator {
  return createParamDecorator((_: unknown, context: ExecutionContext): T => {
    const value = pick(contextOf(context.switchToHttp().getRequest<HttpRequest>()));
    if (value === undefined) throw new Error(otherwise);
    return value;
  });
}

/** What the caller was granted for this request. */
export const CurrentScope = fromContext<Scope | Promise<Scope>>(
  (requestContext) => requestContext.readScope?.() ?? requestContext.scope,
  'an operation without a reach',
);

/** The user of the call, for operations that know no scope. */
export const CurrentUser = fromContext<Actor>((requestContext) => requestContext.actor, 'an operation without a user');

/** Path and query as the operation's DTO; read, and found to be good, by the guard. */
export const Query = fromContext<object>((requestContext) => requestContext.query, 'an operation without a query');

/** The body as the operation's DTO. Reading begins here, after the guard has let the request in. */
export const Body = fromContext<Promise<object>>((requestContext) => requestContext.readBody?.(), 'an operation without a body');

/** What is wrong with the request as it stands, of operations that tell it with what the archive says; complete once the body has been read. */
export const Unread = fromContext<readonly FieldProblem[]>(
  (requestContext) => requestContext.problems,
  'an operation that was not entered',
);

/** Names that the operation did not know; complete once the body has been read. */
export const Ignored = fromContext<readonly string[]>((requestContext) => requestContext.ignored, 'an operation that was not entered');

/** Holds the files that came in the body, and takes those that are still to be fetched. */
export const Files = fromContext<() => Intake>((requestContext) => () => requestContext.intake as Intake, 'an operation without files');

/** Runs what the operation creates, so that the call may be repeated under its `Idempotency-Key`. */
export const Call = fromContext<IdempotentRun>(
  (requestContext) => requestContext.repeatable,
  'an operation that is not declared repeatable',
);
