import { Catch, HttpException, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DependencyDown, WriteConflict } from '#application/support/errors';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { FaultLog } from '#application/telemetry/fault-log';
import { DomainError, type FieldProblem } from '#domain/errors';
import { CallLimits } from '../auth/call-limits';
import { challengeOf } from '../auth/jwt.strategy';
import { CallerGone } from '../server/client-gone';
import { clientOf, contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { FAULT, type ErrorBody } from './error-body';
import { unknownPath, wirePath, type OwnNames } from './field-names';
import { ERRORS, FIELD_ERRORS } from './messages';
import { notFoundPage } from '../pages/not-found-page';
import { varies, wantsPage } from '../pages/page';
import { STATUS, statusOf } from './statuses';

const RETRY_SECONDS = '1';
/** The methods that operations, pages and browsers use. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Turns every error into the one error shape; a fault of the service becomes a 500 that only has its request id. */
@Catch()
@Injectable()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(
    private readonly faults: FaultLog,
    private readonly audit: AuditBuffer,
    private readonly limits: CallLimits,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<HttpRequest>();
    const response = host.switchToHttp().getResponse<HttpResponse>();
    if (asRefusal(error)?.code !== 'ROUTE_NOT_FOUND') return this.answer(error, request, response);
    const missed = METHODS.includes(request.method) ? error : new DomainError('METHOD_UNUSED');
    if (!this.limits.isOn) return this.answer(missed, request, response);
    // Whoever tries out addresses is counted by their own.
    const over = this.limits.ofLinks(request, response).catch((refusal: unknown) => (refusal instanceof DomainError ? refusal : missed));
    void over.then((refusal) => this.answer(refusal ?? missed, request, response));
  }

  private answer(error: unknown, request: HttpRequest, response: HttpResponse): void {
    const requestContext = contextOf(request);
    const { requestId, names } = requestContext;
    const refusal = asRefusal(error);
    requestContext.error = { code: refusal?.code ?? 'FAULT', limit: String(refusal?.details.limit ?? '') };
    const isRefusal = error instanceof DomainError || (error instanceof HttpException && refusal !== null);
    if (!isRefusal && !clientIsGone(request, error)) this.faults.report(requestId, error);
    if (refusal?.kind === 'unauthenticated') this.takeDown(request, ERRORS[refusal.code].codigo);
    else if (refusal?.problems.some(isHidden)) this.takeDown(request, FIELD_ERRORS.EXTERNAL_KEY_TAKEN.codigo);
    // The answer has begun: only a broken connection can signal the failure.
    if (response.headersSent) return void response.destroy();
    const status = refusal ? statusOf(refusal) : 500;
    if (refusal?.code === 'RATE_LIMITED') response.setHeader('Retry-After', String(refusal.details.seconds ?? RETRY_SECONDS));
    if (refusal?.kind === 'unavailable' || refusal?.code === 'CALL_RUNNING') response.setHeader('Retry-After', RETRY_SECONDS);
    // The rest of the body would come as slowly.
    if (refusal?.kind === 'too-slow') response.setHeader('Connection', 'close');
    if (status === STATUS.method) response.setHeader('Allow', METHODS.join(', '));
    if (status === STATUS.unauthenticated) response.setHeader('WWW-Authenticate', challengeOf(request));
    if (refusal?.code === 'LINK_NOT_FOUND') {
      varies(response);
      if (wantsPage(request)) return notFoundPage(request, response, 'link');
    }
    if (refusal?.code === 'ROUTE_NOT_FOUND' && isForPeople(request)) {
      varies(response);
      if (wantsPage(request)) return notFoundPage(request, response, 'page');
    }
    const body = JSON.stringify(refusal ? bodyOf(refusal, requestId, names) : faultBody(requestId));
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  }

  /** Audits a refused call of an authenticated user, simulated or not. */
  private takeDown(request: HttpRequest, code: string): void {
    const { user } = request;
    const { spec } = contextOf(request);
    if (!user || !spec) return;
    const operation = spec.number ?? `${request.method} ${(request.route as { path: string }).path}`;
    this.audit.add(user, clientOf(request) ?? null, 'call.refuse', { operation, code });
  }
}

/** An address that somebody may have typed. */
const isForPeople = ({ method, originalUrl }: HttpRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/api(?:[/?]|$)/i.test(originalUrl);

/** An external key of a document that the user may not see: its existence is told, by a dry run too, and so that it was asked for is noted. */
const isHidden = ({ code, details }: FieldProblem) => code === 'EXTERNAL_KEY_TAKEN' && details?.id === undefined;

/** The client broke off the upload or download: no answer is possible, and it is no fault of the service. */
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
  // Express refuses an undecodable URL.
  return error.getStatus() < 500 ? new DomainError('INPUT_INVALID', [{ path: ['url'], code: 'FORMAT' }]) : null;
}

function fieldBody({ path, code, details = {} }: FieldProblem, names?: OwnNames) {
  const { codigo, mensagem } = FIELD_ERRORS[code];
  const campo = code === 'UNKNOWN' ? unknownPath(path, names) : wirePath(path, names);
  return { campo, codigo, mensagem: mensagem(details) };
}

/** If all problems share one code, so does the refusal: programs read the first code only. */
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
