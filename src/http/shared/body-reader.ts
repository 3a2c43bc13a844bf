import { Injectable } from '@nestjs/common';
import { IngestError, ingestJson, type LiftedFile } from '#libs/json-ingest';
import { FileIntake } from '#application/files/file-intake';
import type { IntakeFile } from '#application/files/intake';
import { TimeZone } from '#application/time-zone';
import { DomainError } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { edgeOf, type EdgeRequest, type EdgeResponse } from './edge-request';
import { EdgeLimits } from './edge-limits';
import type { BodySpec } from './operation';
import { WireReader } from './read-wire';
import { atLeastAtAWalk, PLAIN_PACE, UPLOAD_PACE } from './body-pace';
import { UploadSlots } from './upload-slots';

const JSON_TYPE = /^(?:application\/json|text\/json|application\/[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)"?/i;
/** JSON beside the files, and JSON without any. */
const SKELETON_BYTES = 4 * 1024 * 1024;
const PLAIN_BYTES = 256 * 1024;
/** A body below this size takes no slot: it is over before it could be in anybody's way. */
const SMALL_BODY_BYTES = 256 * 1024;

/** Reads JSON bodies as streams: the files in them go to the store, the rest becomes the operation's DTO. */
@Injectable()
export class BodyReader {
  constructor(
    private readonly intake: FileIntake,
    private readonly slots: UploadSlots,
    private readonly limits: EdgeLimits,
    private readonly timeZone: TimeZone,
  ) {}

  async read(spec: BodySpec, request: EdgeRequest, response: EdgeResponse): Promise<object> {
    const announced = Number(request.headers['content-length'] ?? NaN);
    if (announced === 0 || (Number.isNaN(announced) && request.headers['transfer-encoding'] === undefined)) return this.noBody(spec);
    this.checkHeaders(request);
    if (announced > this.limits.maxBodyBytes) throw new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    const release =
      !spec.files || announced < SMALL_BODY_BYTES ? undefined : await this.slots.take(request, edgeOf(request).actor?.userId ?? '');
    try {
      if (edgeOf(request).expectsContinue) response.writeContinue();
      return await this.ingest(spec, request, response);
    } finally {
      release?.();
    }
  }

  private noBody(spec: BodySpec): object {
    if (spec.optional) return new spec.type();
    throw new DomainError('BODY_REQUIRED');
  }

  private checkHeaders(request: EdgeRequest): void {
    const type = request.headers['content-type'];
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const charset = type && CHARSET.exec(type)?.[1]?.toLowerCase();
    const understood = type === undefined || (JSON_TYPE.test(type) && (!charset || charset === 'utf-8' || charset === 'utf8'));
    if (!understood || encoding !== 'identity') throw new DomainError('MEDIA_TYPE_UNSUPPORTED');
  }

  private async ingest(spec: BodySpec, request: EdgeRequest, response: EdgeResponse): Promise<object> {
    const intake = this.intake.open();
    edgeOf(request).intake = intake;
    response.once('close', () => void intake.settle());
    const opened: IntakeFile[] = [];
    // A refusal in the middle must not break the connection on which its answer goes out.
    const chunks = atLeastAtAWalk(request, spec.files ? UPLOAD_PACE : PLAIN_PACE);
    const skeletonBytes = spec.files ? SKELETON_BYTES : PLAIN_BYTES;
    const { json, files } = await ingestJson(chunks, {
      files: spec.files ?? [],
      openFile: async ({ ordinal }) => (opened[ordinal] = await intake.open()),
      limits: { skeletonBytes, bodyBytes: this.limits.maxBodyBytes, depth: 32 },
    }).catch((error: unknown) => {
      throw error instanceof IngestError ? this.refusal(error, skeletonBytes) : error;
    });
    const staged = new Map(files.map((file, index) => [file, opened[index]?.staged as StagedFile]));
    const reader = new WireReader({ timeZone: this.timeZone, fileOf: (value) => staged.get(value as LiftedFile) });
    const body = spec.isArray ? reader.list(spec.type, json) : reader.object(spec.type, json);
    reader.finish();
    return body;
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
