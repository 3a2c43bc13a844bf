import { Injectable } from '@nestjs/common';
import { IngestError, ingestJson } from '#libs/json-ingest';
import { FileIntake } from '#application/files/file-intake';
import type { Intake, IntakeFile } from '#application/files/intake';
import { TimeZone } from '#application/time-zone';
import { DomainError } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { Admission, SMALL_BODY_BYTES } from './admission';
import { edgeOf, tenantOf, type EdgeRequest, type EdgeResponse } from './edge-request';
import { EdgeLimits } from './edge-limits';
import type { BodySpec } from './operation';
import { isForm, readForm, type Form } from './read-multipart';
import { WireReader } from './read-wire';
import { atLeastAtAWalk, PLAIN_PACE, UPLOAD_PACE } from './body-pace';
import { UploadSlots } from './upload-slots';

const JSON_TYPE = /^(?:application\/json|text\/json|application\/[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)"?/i;
/** JSON beside the files, and JSON without any. */
const SKELETON_BYTES = 4 * 1024 * 1024;
const PLAIN_BYTES = 256 * 1024;

/** The body without its files; each stands in it for what was staged. */
interface Skeleton {
  json: unknown;
  staged: ReadonlyMap<unknown, StagedFile>;
}

/** Reads bodies as streams: the files in them go to the store, the rest becomes the operation's DTO. */
@Injectable()
export class BodyReader {
  constructor(
    private readonly intake: FileIntake,
    private readonly slots: UploadSlots,
    private readonly admission: Admission,
    private readonly limits: EdgeLimits,
    private readonly timeZone: TimeZone,
  ) {}

  async read(spec: BodySpec, request: EdgeRequest, response: EdgeResponse): Promise<object> {
    const announced = Number(request.headers['content-length'] ?? NaN);
    if (announced === 0 || (Number.isNaN(announced) && request.headers['transfer-encoding'] === undefined)) return this.noBody(spec);
    this.checkHeaders(spec, request);
    if (announced > this.limits.maxBodyBytes) throw new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    const tenant = tenantOf(edgeOf(request));
    // Of a body without files a few KiB are read, whatever it announces.
    const giveBack = spec.files ? this.admission.body(tenant, announced) : undefined;
    let leave: (() => void) | undefined;
    try {
      if (spec.files && !(announced < SMALL_BODY_BYTES)) leave = await this.slots.take(request, tenant);
      if (edgeOf(request).expectsContinue) response.writeContinue();
      return await this.ingest(spec, request, response);
    } finally {
      leave?.();
      giveBack?.();
    }
  }

  private noBody(spec: BodySpec): object {
    if (spec.optional) return new spec.type();
    throw new DomainError('BODY_REQUIRED');
  }

  private checkHeaders(spec: BodySpec, request: EdgeRequest): void {
    const type = request.headers['content-type'];
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const charset = type && CHARSET.exec(type)?.[1]?.toLowerCase();
    const isJson = type === undefined || (JSON_TYPE.test(type) && (!charset || charset === 'utf-8' || charset === 'utf8'));
    const understood = isJson || (spec.form !== undefined && isForm(type));
    if (!understood || encoding !== 'identity') throw new DomainError('MEDIA_TYPE_UNSUPPORTED');
  }

  private async ingest(spec: BodySpec, request: EdgeRequest, response: EdgeResponse): Promise<object> {
    const edge = edgeOf(request);
    const intake = edge.simulated ? this.intake.openDiscarding() : this.intake.open();
    edge.intake = intake;
    response.once('close', () => this.intake.settle(intake));
    // A refusal in the middle must not break the connection on which its answer goes out.
    const chunks = atLeastAtAWalk(request, spec.files ? UPLOAD_PACE : PLAIN_PACE);
    const type = request.headers['content-type'] ?? '';
    const { json, staged } =
      spec.form && isForm(type) ? await this.form(spec.form, chunks, type, intake) : await this.json(spec, chunks, intake);
    // Programs made by generators say of a body that they do not send that it is null.
    if (json === null && spec.optional) return this.noBody(spec);
    const reader = new WireReader({ timeZone: this.timeZone, fileOf: (value) => staged.get(value), ignore: edge.ignore });
    const body = spec.isArray ? reader.list(spec.type, json) : reader.object(spec.type, json);
    if (spec.nonEmpty && reader.problems.length === 0 && (body as unknown[]).length === 0) {
      reader.problems.push({ path: ['body'], code: 'REQUIRED' });
    }
    reader.finish();
    return body;
  }

  private async json(spec: BodySpec, chunks: AsyncIterable<Buffer>, intake: Intake): Promise<Skeleton> {
    const opened: IntakeFile[] = [];
    const skeletonBytes = spec.files ? SKELETON_BYTES : PLAIN_BYTES;
    const { json, files } = await ingestJson(chunks, {
      files: spec.files ?? [],
      openFile: async ({ ordinal }) => (opened[ordinal] = await intake.open()),
      limits: { skeletonBytes, bodyBytes: this.limits.maxBodyBytes, depth: 32 },
    }).catch((error: unknown) => {
      throw error instanceof IngestError ? this.refusal(error, skeletonBytes) : error;
    });
    return { json, staged: new Map(files.map((file, index) => [file, opened[index]?.staged as StagedFile])) };
  }

  private async form(toJson: (form: Form) => unknown, chunks: AsyncIterable<Buffer>, type: string, intake: Intake): Promise<Skeleton> {
    const form = await readForm(chunks, type, intake, this.limits);
    const empty = form.files.flatMap(({ staged }, index) => (staged.size === 0 ? [index] : []));
    if (empty.length > 0) {
      throw new DomainError(
        'INPUT_INVALID',
        empty.map((index) => ({ path: [index, 'content'], code: 'BASE64_EMPTY' as const })),
      );
    }
    return { json: toJson(form), staged: new Map(form.files.map(({ staged }) => [staged, staged])) };
  }

  private refusal({ code, position, path }: IngestError, skeletonBytes: number): DomainError {
    if (code === 'BODY_TOO_LARGE') return new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    if (code === 'JSON_TOO_LARGE') return new DomainError('BODY_TOO_LARGE', [], { max: skeletonBytes });
    if (code === 'DUPLICATE_MEMBER') return new DomainError('INPUT_INVALID', [{ path: path ?? [], code: 'DUPLICATE' }]);
    if (code === 'BASE64_INVALID') return new DomainError('INPUT_INVALID', [{ path: path ?? [], code: 'BASE64', details: { position } }]);
    if (code === 'BASE64_EMPTY') return new DomainError('INPUT_INVALID', [{ path: path ?? [], code: 'BASE64_EMPTY' }]);
    return new DomainError('JSON_INVALID', [], { position });
  }
}
