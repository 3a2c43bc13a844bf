import { Catch, HttpException, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DependencyDown, WriteConflict } from '#application/errors';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { FaultLog } from '#application/fault-log';
import { DomainError, type FieldProblem } from '#domain/errors';
import { CallerGone } from '../server/client-gone';
import { clientOf, contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { FAULT, type ErrorBody } from './error-body';
import { unknownPath, wirePath, type OwnNames } from './field-names';
import { ERRORS, FIELD_ERRORS } from './messages';
import { notFoundPage } from '../pages/not-found-page';
import { varies, wantsPage } from '../pages/page';
import { statusOf } from './statuses';

const RETRY_SECONDS = '1';

/** Every failure becomes the one error shape; what is nobody's input becomes a 500 that tells nothing but its id. */
@Catch()
@Injectable()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(
    private readonly faults: FaultLog,
    private readonly audit: AuditBuffer,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<HttpRequest>();
    const response = host.switchToHttp().getResponse<HttpResponse>();
    const requestContext = contextOf(request);
    const { requestId, names } = requestContext;
    const refusal = asRefusal(error);
    requestContext.error = { code: refusal?.code ?? 'FAULT', limit: String(refusal?.details.limit ?? '') };
    const isRefusal = error instanceof DomainError || (error instanceof HttpException && refusal !== null);
    if (!isRefusal && !clientIsGone(request, error)) this.faults.report(requestId, error);
    if (refusal?.kind === 'unauthenticated') this.takeDown(request, ERRORS[refusal.code].codigo);
    // Half an answer is on its way: a broken connection is the only honest ending.
    if (response.headersSent) return void response.destroy();
    const status = refusal ? statusOf(refusal) : 500;
    if (refusal?.code === 'RATE_LIMITED') response.setHeader('Retry-After', String(refusal.details.seconds ?? RETRY_SECONDS));
    if (refusal?.kind === 'unavailable' || refusal?.code === 'CALL_RUNNING') response.setHeader('Retry-After', RETRY_SECONDS);
    if (refusal?.code === 'LINK_NOT_FOUND') {
      varies(response);
      if (wantsPage(request)) return notFoundPage(request, response);
    }
    const body = JSON.stringify(refusal ? bodyOf(refusal, requestId, names) : faultBody(requestId));
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  }

  /** Whoever had shown who they are and may not do what they asked for. */
  private takeDown(request: HttpRequest, code: string): void {
    const { user } = request;
    const { spec } = contextOf(request);
    if (!user || !spec) return;
    const operation = spec.number ?? `${request.method} ${(request.route as { path: string }).path}`;
    this.audit.add(user, clientOf(request) ?? null, 'call.refuse', { operation, code });
  }
}

/** Nobody is there to be answered, and nothing went wrong on our side: the upload or the download was broken off. */
function clientIsGone(request: HttpRequest, error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return (
    error instanceof CallerGone ||
    (request.destroyed && !request.complete) ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'OUTPUT_CLOSED'
  );
}

function asRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof WriteConflict) return new DomainError('BUSY');
  if (error instanceof DependencyDown) return new DomainError('UNAVAILABLE');
  if (!(error instanceof HttpException)) return null;
  if (error.getStatus() === 404) return new DomainError('ROUTE_NOT_FOUND');
  // Express refuses an address that it cannot decode.
  return error.getStatus() < 500 ? new DomainError('INPUT_INVALID', [{ path: ['url'], code: 'FORMAT' }]) : null;
}

function fieldBody({ path, code, details = {} }: FieldProblem, names?: OwnNames) {
  const { codigo, mensagem } = FIELD_ERRORS[code];
  const campo = code === 'UNKNOWN' ? unknownPath(path, names) : wirePath(path, names);
  return { campo, codigo, mensagem: mensagem(details) };
}

/** A refusal of one kind of problem is called by that kind: programs look at the first code only. */
function bodyOf({ code, problems, details }: DomainError, idRequisicao: string, names?: OwnNames): ErrorBody {
  const { codigo, mensagem } = ERRORS[code];
  const erros = problems.map((problem) => fieldBody(problem, names));
  const [first] = erros;
  if (!first) return { codigo, mensagem: mensagem(details), idRequisicao };
  const general = code === 'INPUT_INVALID' || code === 'RULES_BROKEN';
  const one = general && erros.every((field) => field.codigo === first.codigo);
  return {
    codigo: one ? first.codigo : codigo,
    mensagem: one && erros.length === 1 ? first.mensagem : mensagem(details),
    erros,
    idRequisicao,
  };
}

function faultBody(idRequisicao: string): ErrorBody {
  return { ...FAULT, idRequisicao };
}
