import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { UploadSessions } from '#application/files/upload-sessions';
import type { UploadSession } from '#application/files/upload-session';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { ScopeAfterBody } from '../auth/scope-after-body';
import type { BodySpec } from '../openapi/operation-spec';
import { refuseIfCallerIsGone } from '../server/client-gone';
import { DryRuns } from '../server/dry-runs';
import { IdempotencyKeys } from '../server/idempotency-keys';
import { LoadShedding, SMALL_BODY_BYTES } from '../server/load-shedding';
import { clientOf, contextOf, isSimulated, specOf, tenantOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { ServerLimits } from '../server/server-limits';
import { NO_BODY, RequestInput } from '../validation/dto.pipe';
import { PacedBody, PLAIN_PACE, UPLOAD_PACE } from './body-pace';
import { UploadSlots } from './upload-slots';

/** JSON without files. */
export const PLAIN_BYTES = 256 * 1024;
/** JSON whitespace. */
const BLANK = /^[ \t\r\n]*$/;

/** The body with a placeholder per file, mapped to the staged file. */
export interface Skeleton {
  json: unknown;
  staged: ReadonlyMap<unknown, StagedFile | null>;
  /** Problems of single members, found during reading. */
  faults: readonly FieldProblem[];
  /** `faults` include duplicate names. */
  duplicatesTold: boolean;
}

/**
 * Streams a body after the guards: its files go to the store, the rest to `request.body`, for the pipe.
 */
@Injectable()
export abstract class BodyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly scope: ScopeAfterBody,
    private readonly uploads: UploadSessions,
    private readonly slots: UploadSlots,
    private readonly loadShedding: LoadShedding,
    private readonly dryRuns: DryRuns,
    protected readonly limits: ServerLimits,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const { body, repeatable } = specOf(request);
    if (repeatable) contextOf(request).idempotency = this.keys.runOf(request);
    const begun = performance.now();
    request.body = await this.read(body as BodySpec, request, http.getResponse<HttpResponse>());
    const bodyMs = performance.now() - begun;
    await refuseIfCallerIsGone(request);
    await this.scope.check(request, bodyMs);
    return this.dryRuns.around(request, next);
  }

  protected abstract understands(contentType: string | undefined): boolean;
  protected abstract parse(spec: BodySpec, chunks: AsyncIterable<Buffer>, contentType: string, upload: UploadSession): Promise<Skeleton>;

  private async read(spec: BodySpec, request: HttpRequest, response: HttpResponse): Promise<object> {
    const announced = Number(request.headers['content-length'] ?? NaN);
    if (announced === 0 || (Number.isNaN(announced) && request.headers['transfer-encoding'] === undefined))
      return this.noBody(spec, request);
    // An optional body counts as absent when it is empty or blank, whatever its Content-Type.
    const body = new PacedBody(request);
    const chunks = this.chunks(spec, body, response);
    try {
      const said = spec.optional ? await saying(chunks) : chunks;
      return said ? await this.readSaid(spec, said, announced, body, response) : this.noBody(spec, request);
    } finally {
      await chunks.return(undefined);
    }
  }

  private async readSaid(
    spec: BodySpec,
    chunks: AsyncIterable<Buffer>,
    announced: number,
    body: PacedBody,
    response: HttpResponse,
  ): Promise<object> {
    const { request } = body;
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    if (!this.understands(type) || encoding !== 'identity') throw new DomainError('MEDIA_TYPE_UNSUPPORTED');
    if (announced > this.limits.maxBodyBytes) throw new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    const tenant = tenantOf(request);
    // Other bodies have a small limit, so they need no quota.
    const giveBack = spec.files || (spec.bytes ?? 0) > PLAIN_BYTES ? this.loadShedding.body(tenant, announced) : undefined;
    let leave: (() => void) | undefined;
    try {
      if (spec.files && !(announced < SMALL_BODY_BYTES)) leave = await this.slots.take(body, tenant);
      return await this.ingest(spec, chunks, request, response);
    } finally {
      leave?.();
      giveBack?.();
    }
  }

  /** Sends `100 Continue`, where the client waits for it, before the first read. A refusal keeps the connection open for its answer. */
  private async *chunks(spec: BodySpec, body: PacedBody, response: HttpResponse): AsyncGenerator<Buffer> {
    if (contextOf(body.request).expectsContinue) response.writeContinue();
    yield* body.chunks(spec.files ? UPLOAD_PACE : PLAIN_PACE);
  }

  private noBody(spec: BodySpec, request: HttpRequest): object {
    const { problems } = contextOf(request);
    if (problems.length > 0 && !(spec.joint && spec.optional))
      throw new DomainError('INPUT_INVALID', spec.optional ? problems : [...problems, NO_BODY]);
    if (spec.optional) return new spec.type();
    throw new DomainError('BODY_REQUIRED');
  }

  private async ingest(spec: BodySpec, chunks: AsyncIterable<Buffer>, request: HttpRequest, response: HttpResponse): Promise<object> {
    const requestContext = contextOf(request);
    const upload =
      isSimulated(request) && !spec.readAgain
        ? this.uploads.openDiscarding()
        : this.uploads.open(clientOf(request) ?? SERVICE_LOG, { expectedBytes: Number(request.headers['content-length'] ?? 0) });
    requestContext.upload = upload;
    response.once('close', () => this.uploads.settle(upload));
    const { json, staged, faults, duplicatesTold } = await this.parse(spec, chunks, request.headers['content-type'] ?? '', upload);
    // Generated clients send null for an absent body.
    if (json === null && spec.optional) return this.noBody(spec, request);
    requestContext.problems.push(...faults);
    return new RequestInput(request, spec, json, staged, duplicatesTold);
  }
}

/** The body, if it has a byte that is not blank; else undefined. */
async function saying(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer> | undefined> {
  const blank: Buffer[] = [];
  for (let bytes = 0; bytes <= PLAIN_BYTES; bytes += blank.at(-1)?.length ?? 0) {
    const { done, value } = await chunks.next();
    if (done) return undefined;
    blank.push(value);
    if (!BLANK.test(value.toString('latin1'))) break;
  }
  return (async function* () {
    yield* blank;
    yield* chunks;
  })();
}
