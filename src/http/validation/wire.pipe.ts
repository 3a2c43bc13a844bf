import { Injectable, type PipeTransform } from '@nestjs/common';
import { TimeZone } from '#application/time-zone';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { contextOf, type HttpRequest } from '../server/request-context';
import type { Class } from './members';
import { DtoReader } from './dto-reader';

export const NO_BODY: FieldProblem = { path: ['body'], code: 'REQUIRED' };

/** How an input is read: see `BodySpec`. */
export interface WireSpec {
  type: Class;
  isArray?: boolean;
  nonEmpty?: true;
  joint?: true | undefined;
}

/** What a request has brought, and no DTO yet. */
export class WireInput {
  constructor(
    readonly request: HttpRequest,
    readonly spec: WireSpec,
    readonly raw: unknown,
    /** The staged file of each value that was lifted out of the body; null: it was refused already. */
    readonly files: ReadonlyMap<unknown, StagedFile | null> = new Map(),
    /** Names that an object has twice have been told already. */
    readonly duplicatesTold = false,
  ) {}
}

/** Makes the operation's DTO of what was sent. What is a DTO already, and what a parameter of another kind holds, stays as it is. */
@Injectable()
export class WirePipe implements PipeTransform {
  constructor(private readonly timeZone: TimeZone) {}

  transform(value: unknown): unknown {
    if (!(value instanceof WireInput)) return value;
    const { request, spec } = value;
    const body = this.read(value);
    const { problems } = contextOf(request);
    if (!spec.joint && problems.length > 0) throw new DomainError('INPUT_INVALID', problems);
    return (request.body = body);
  }

  /** What is wrong with it joins the problems of the request. */
  read({ request, spec, raw, files, duplicatesTold }: WireInput): object {
    const { problems, ignore } = contextOf(request);
    const { type, isArray, nonEmpty, joint } = spec;
    const fileOf = (value: unknown) => files.get(value);
    const reader = new DtoReader({ timeZone: this.timeZone, fileOf, ignore, duplicatesTold, markUnread: joint });
    reader.problems.push(...problems);
    const dto = isArray ? reader.list(type, raw) : reader.object(type, raw);
    const found = reader.problems.slice(problems.length);
    if (nonEmpty && found.length === 0 && (dto as unknown[]).length === 0) found.push(NO_BODY);
    problems.push(...found);
    return dto;
  }
}
