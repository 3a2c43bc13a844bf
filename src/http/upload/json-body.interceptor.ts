import { Injectable } from '@nestjs/common';
import { IngestError, ingestJson } from '#libs/json-ingest';
import type { UploadSession, UploadedFile } from '#application/files/upload-session';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { BodySpec } from '../openapi/operation-spec';
import { MOST_PROBLEMS } from '../validation/read-problems';
import { BodyInterceptor, PLAIN_BYTES, type Skeleton } from './body.interceptor';

const JSON_TYPE = /^(?:application\/json|text\/json|application\/[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)"?/i;
/** JSON except files. */
const SKELETON_BYTES = 4 * 1024 * 1024;
/** A value costs more than its bytes: megabytes of short values would block the event loop. */
const MOST_VALUES = 50_000;
/** Of bodies that are small. */
const MOST_PLAIN_VALUES = 10_000;
/** Of one object: twice what a map of values may have. */
const MOST_MEMBERS = 2000;

/** Reads JSON, with files as Base64 members. */
@Injectable()
export class JsonBodyInterceptor extends BodyInterceptor {
  protected understands(type: string | undefined): boolean {
    if (type === undefined) return true;
    const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
    return JSON_TYPE.test(type) && (!charset || charset === 'utf-8' || charset === 'utf8');
  }

  protected async parse(spec: BodySpec, chunks: AsyncIterable<Buffer>, _contentType: string, upload: UploadSession): Promise<Skeleton> {
    const opened: UploadedFile[] = [];
    const faults: FieldProblem[] = [];
    const skeletonBytes = spec.files ? SKELETON_BYTES : (spec.bytes ?? PLAIN_BYTES);
    const values = spec.files || spec.bytes ? MOST_VALUES : MOST_PLAIN_VALUES;
    const { json, files } = await ingestJson(chunks, {
      files: spec.files ?? [],
      openFile: async ({ ordinal }) => (opened[ordinal] = await upload.open()),
      limits: { skeletonBytes, bodyBytes: this.limits.maxBodyBytes, depth: 32, values, members: MOST_MEMBERS, faults: MOST_PROBLEMS },
      keepNumbers: true,
      onFault: (fault) => void (faults.length < MOST_PROBLEMS && faults.push(problemOf(fault))),
    }).catch((error: unknown) => {
      throw error instanceof IngestError ? this.refusal(error, skeletonBytes, values) : error;
    });
    return { json, staged: new Map(files.map((file, index) => [file, opened[index]?.staged ?? null])), faults, duplicatesTold: true };
  }

  private refusal({ code, position }: IngestError, skeletonBytes: number, values: number): DomainError {
    if (code === 'BODY_TOO_LARGE') return new DomainError('BODY_TOO_LARGE', [], { max: this.limits.maxBodyBytes });
    if (code === 'JSON_TOO_LARGE') return new DomainError('BODY_TOO_LARGE', [], { max: skeletonBytes });
    if (code === 'JSON_TOO_MANY_VALUES') return new DomainError('BODY_TOO_LARGE', [], { values });
    if (code === 'JSON_TOO_MANY_MEMBERS') return new DomainError('BODY_TOO_LARGE', [], { members: MOST_MEMBERS });
    return new DomainError('JSON_INVALID', [], { position });
  }
}

/** A problem of one member. */
function problemOf({ code, position, path = [] }: IngestError): FieldProblem {
  if (code === 'DUPLICATE_MEMBER') return { path, code: 'DUPLICATE' };
  return code === 'BASE64_EMPTY' ? { path, code: 'BASE64_EMPTY' } : { path, code: 'BASE64', details: { position } };
}
