import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { UploadSession } from '#application/files/upload-session';
import type { Actor } from '#domain/access/actor';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import type { IdempotentRun } from '../server/idempotent-run';
import { contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';

/** Not covered by Nest. */
function fromRequest<T>(pick: (request: HttpRequest) => T | undefined, otherwise: string): () => ParameterDecorator {
  return createParamDecorator((_: unknown, context: ExecutionContext): T => {
    const value = pick(context.switchToHttp().getRequest<HttpRequest>());
    if (value === undefined) throw new Error(otherwise);
    return value;
  });
}

/** The scope granted for this request. */
export const CurrentScope = fromRequest<Scope>(({ scope }) => scope, 'an operation without a reach');

/** The user of the call, for operations without a scope. */
export const CurrentUser = fromRequest<Actor>(({ user }) => user, 'an operation without a user');

/** Problems of the request, for operations that report them with those of the archive (`joint`). */
export const Unread = fromRequest<readonly FieldProblem[]>((request) => contextOf(request).problems, 'an operation that was not entered');

/** Names unknown to the operation. */
export const Ignored = fromRequest<readonly string[]>((request) => contextOf(request).ignored, 'an operation that was not entered');

/** Holds the files of the body, and takes those that are still to be fetched. */
export const Files = fromRequest<UploadSession>((request) => contextOf(request).upload, 'an operation without files');

/** Aborted when the connection closes: nobody waits for the answer any more. */
export const HangUp = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const hangUp = new AbortController();
  context
    .switchToHttp()
    .getResponse<HttpResponse>()
    .once('close', () => hangUp.abort());
  return hangUp.signal;
});

/** Runs what the operation creates, so that the call may be repeated under its `Idempotency-Key`. */
export const Call = fromRequest<IdempotentRun>((request) => contextOf(request).idempotency, 'an operation that is not declared repeatable');
