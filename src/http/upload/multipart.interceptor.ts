import { Injectable } from '@nestjs/common';
import type { UploadSession } from '#application/files/upload-session';
import type { FieldProblem } from '#domain/errors';
import type { BodySpec } from '../openapi/operation-spec';
import type { Skeleton } from './body.interceptor';
import { JsonBodyInterceptor } from './json-body.interceptor';
import { isForm, readForm } from './read-multipart';

/** Also takes `multipart/form-data`, whose parts are the files. */
@Injectable()
export class MultipartInterceptor extends JsonBodyInterceptor {
  protected override understands(type: string | undefined): boolean {
    return isForm(type) || super.understands(type);
  }

  protected override async parse(spec: BodySpec, chunks: AsyncIterable<Buffer>, type: string, upload: UploadSession): Promise<Skeleton> {
    if (!spec.form || !isForm(type)) return super.parse(spec, chunks, type, upload);
    const form = await readForm(chunks, type, upload, this.limits);
    const faults = form.files.flatMap(({ staged }, index): FieldProblem[] =>
      staged.size === 0 ? [{ path: [index, 'content'], code: 'BASE64_EMPTY' }] : [],
    );
    return { json: spec.form(form), staged: new Map(form.files.map(({ staged }) => [staged, staged])), faults, duplicatesTold: false };
  }
}
