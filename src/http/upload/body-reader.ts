import { Injectable } from '@nestjs/common';
import { IngestError, ingestJson } from '#libs/json-ingest';
import { FileIntake } from '#application/files/file-intake';
import type { Intake, IntakeFile } from '#application/files/intake';
import { TimeZone } from '#application/time-zone';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { LoadShedding, SMALL_BODY_BYTES } from '../server/load-shedding';
import { contextOf, tenantOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { ServerLimits } from '../server/server-limits';
import type { BodySpec } from '../openapi/operation-spec';
import { isForm, readForm, type Form } from './read-multipart';
import { MOST_PROBLEMS, WireReader } from '../validation/read-wire';
import { PacedBody, PLAIN_PACE, UPLOAD_PACE } from './body-pace';
import { UploadSlots } from './upload-slots';

const JSON_TYPE = /^(?:application\/json|text\/json|application\/[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)"?/i;
/** JSON beside the files, and JSON without any. */
const SKELETON_BYTES = 4 * 1024 * 1024;
const PLAIN_BYTES = 256 * 1024;
/** Each costs more than its bytes: a few megabytes of nothing but names would keep all others waiting. */
const MOST_VALUES = 50_000;

/** As JSON knows them. */
const BLANK = /^[ \t\r\n]*$/;
const NO_BODY: FieldProblem = { path: ['body'], code: 'REQUIRED' };

/** The body without its files; each stands in it for what was staged. */
interface Skeleton {
  json: unknown;
  staged: ReadonlyMap<unknown, StagedFile | null>;
  /** What is wrong with single members, found while reading. */
  faults: readonly FieldProblem[];
  /** Names that an object has twice are among them. */
  duplicatesTold: boolean;
}

/** Reads bodies as streams: the files in them go to the store, the rest becomes the operation's DTO. */
@Injectable()
export class BodyReader {
  constructor(
    private readonly intake: FileIntake,
    private readonly slots: UploadSlots,
    private readonly loadShedding: LoadShedding,
    private readonly limits: ServerLimits,
    private readonly timeZone: TimeZone,
  ) {}

  async read(spec: BodySpec, request: HttpRequest, response: HttpResponse): Promise<object> {
    const announced = Number(request.headers['content-length'] ?? NaN);
    if (announced === 0 || (Number.isNaN(announced) && request.headers['transfer-encoding'] === undefined))
      return this.noBody(spec, request);
    // Of what may be missing, only what comes can say whether it does: nothing, and blanks, are of every type.
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
    this.checkHeaders(spec, request);
    if (announced > this.limits.maxBodyBytes) throw new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    const tenant = tenantOf(contextOf(request));
    // Of a body without files a few KiB are read, whatever it announces.
    const giveBack = spec.files ? this.loadShedding.body(tenant, announced) : undefined;
    let leave: (() => void) | undefined;
    try {
      if (spec.files && !(announced < SMALL_BODY_BYTES)) leave = await this.slots.take(body, tenant);
      return await this.ingest(spec, chunks, body.request, response);
    } finally {
      leave?.();
      giveBack?.();
    }
  }

  /** Asks for the body where the client waits for that, when its first bytes are wanted. A refusal in the middle must not break the connection on which its answer goes out. */
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

  private checkHeaders(spec: BodySpec, request: HttpRequest): void {
    const type = request.headers['content-type'];
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const charset = type && CHARSET.exec(type)?.[1]?.toLowerCase();
    const isJson = type === undefined || (JSON_TYPE.test(type) && (!charset || charset === 'utf-8' || charset === 'utf8'));
    const understood = isJson || (spec.form !== undefined && isForm(type));
    if (!understood || encoding !== 'identity') throw new DomainError('MEDIA_TYPE_UNSUPPORTED');
  }

  private async ingest(spec: BodySpec, chunks: AsyncIterable<Buffer>, request: HttpRequest, response: HttpResponse): Promise<object> {
    const requestContext = contextOf(request);
    const intake = requestContext.simulated ? this.intake.openDiscarding() : this.intake.open();
    requestContext.intake = intake;
    response.once('close', () => this.intake.settle(intake));
    const type = request.headers['content-type'] ?? '';
    const { json, staged, faults, duplicatesTold } =
      spec.form && isForm(type) ? await this.form(spec.form, chunks, type, intake) : await this.json(spec, chunks, intake);
    // Programs made by generators say of a body that they do not send that it is null.
    if (json === null && spec.optional) return this.noBody(spec, request);
    const reader = new WireReader({
      timeZone: this.timeZone,
      fileOf: (value) => staged.get(value),
      ignore: requestContext.ignore,
      duplicatesTold,
      markUnread: spec.joint,
    });
    reader.problems.push(...requestContext.problems, ...faults);
    const before = reader.problems.length;
    const body = spec.isArray ? reader.list(spec.type, json) : reader.object(spec.type, json);
    if (spec.nonEmpty && reader.problems.length === before && (body as unknown[]).length === 0) reader.problems.push(NO_BODY);
    if (!spec.joint) reader.finish();
    requestContext.problems.push(...reader.problems.slice(requestContext.problems.length));
    return body;
  }

  private async json(spec: BodySpec, chunks: AsyncIterable<Buffer>, intake: Intake): Promise<Skeleton> {
    const opened: IntakeFile[] = [];
    const faults: FieldProblem[] = [];
    const skeletonBytes = spec.files ? SKELETON_BYTES : PLAIN_BYTES;
    const { json, files } = await ingestJson(chunks, {
      files: spec.files ?? [],
      openFile: async ({ ordinal }) => (opened[ordinal] = await intake.open()),
      limits: { skeletonBytes, bodyBytes: this.limits.maxBodyBytes, depth: 32, values: MOST_VALUES },
      keepNumbers: true,
      onFault: (fault) => void (faults.length < MOST_PROBLEMS && faults.push(problemOf(fault))),
    }).catch((error: unknown) => {
      throw error instanceof IngestError ? this.refusal(error, skeletonBytes) : error;
    });
    return { json, staged: new Map(files.map((file, index) => [file, opened[index]?.staged ?? null])), faults, duplicatesTold: true };
  }

  private async form(toJson: (form: Form) => unknown, chunks: AsyncIterable<Buffer>, type: string, intake: Intake): Promise<Skeleton> {
    const form = await readForm(chunks, type, intake, this.limits);
    const faults = form.files.flatMap(({ staged }, index) =>
      staged.size === 0 ? [{ path: [index, 'content'], code: 'BASE64_EMPTY' as const }] : [],
    );
    return { json: toJson(form), staged: new Map(form.files.map(({ staged }) => [staged, staged])), faults, duplicatesTold: false };
  }

  private refusal({ code, position }: IngestError, skeletonBytes: number): DomainError {
    if (code === 'BODY_TOO_LARGE') return new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    if (code === 'JSON_TOO_LARGE') return new DomainError('BODY_TOO_LARGE', [], { max: skeletonBytes });
    if (code === 'JSON_TOO_MANY_VALUES') return new DomainError('BODY_TOO_LARGE', [], { values: MOST_VALUES });
    return new DomainError('JSON_INVALID', [], { position });
  }
}

/** The body from its first byte that says something; undefined when it has none. */
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

/** Of one member, and of no other. */
function problemOf({ code, position, path = [] }: IngestError): FieldProblem {
  if (code === 'DUPLICATE_MEMBER') return { path, code: 'DUPLICATE' };
  return code === 'BASE64_EMPTY' ? { path, code: 'BASE64_EMPTY' } : { path, code: 'BASE64', details: { position } };
}
