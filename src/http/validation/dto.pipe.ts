import { Injectable, ValidationPipe } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import * as validatorPackage from 'class-validator';
import { TimeZone } from '#application/support/time-zone';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { contextOf, type HttpRequest } from '../server/request-context';
import { keepRulesOfClasses } from './class-rules';
import { ListOf, type ReadOptions } from './decorators';
import { isObject, named, type FileOf } from './member-names';
import type { Class } from './members';
import { ReadProblems } from './read-problems';

export const NO_BODY: FieldProblem = { path: ['body'], code: 'REQUIRED' };

/** Describes an input: see `BodySpec`. */
export interface InputSpec {
  type: Class;
  isArray?: boolean;
  nonEmpty?: true;
  joint?: true | undefined;
}

/** Raw input of a request, not yet a DTO. */
export class RequestInput {
  constructor(
    readonly request: HttpRequest,
    readonly spec: InputSpec,
    readonly raw: unknown,
    /** The staged file of each file value in the body; null: already refused. */
    readonly files: ReadonlyMap<unknown, StagedFile | null> = new Map(),
    /** Duplicate names are already reported. */
    readonly duplicatesTold = false,
  ) {}
}

/** A list body as the only, unnamed member of a DTO. */
type ListBody = Record<'', object[] | null | undefined>;
const listBodies = new Map<Class, Class<ListBody>>();

function listBody(type: Class): Class<ListBody> {
  const known = listBodies.get(type);
  if (known) return known;
  const body = class {} as Class<ListBody>;
  ListOf(() => type, { description: '' })(body.prototype as object, '');
  listBodies.set(type, body);
  return body;
}

const NO_FILES: FileOf = () => undefined;

keepRulesOfClasses();

/** Makes the operation's DTO from a `RequestInput`; every other value passes unchanged. */
@Injectable()
export class DtoPipe extends ValidationPipe {
  private readonly errors = new WeakMap<object, validatorPackage.ValidationError[]>();

  constructor(timeZone: TimeZone) {
    const transformOptions: ReadOptions = { exposeUnsetFields: false, timeZone };
    super({
      transform: true,
      transformOptions,
      whitelist: true,
      forbidUnknownValues: true,
      stopAtFirstError: false,
      transformerPackage,
      validatorPackage,
    });
  }

  override transform(value: unknown): Promise<unknown> {
    return value instanceof RequestInput ? this.body(value) : (value as Promise<unknown>);
  }

  /** Adds its problems to those of the request. */
  async read({ request, spec, raw, files, duplicatesTold }: RequestInput): Promise<object> {
    const { problems, ignore } = contextOf(request);
    const { type, isArray, nonEmpty, joint } = spec;
    const before = problems.length;
    const found = new ReadProblems(problems, { ignore, duplicatesTold, markUnread: joint });
    const fileOf = (value: unknown) => files.get(value);
    const dto = await (isArray ? this.list(type, raw, found, fileOf) : this.object(type, raw, found, fileOf));
    if (nonEmpty && problems.length === before && (dto as unknown[]).length === 0) problems.push(NO_BODY);
    return dto;
  }

  async object<T extends object>(type: Class<T>, raw: unknown, found: ReadProblems, fileOf = NO_FILES): Promise<T> {
    if (!isObject(raw) || fileOf(raw) !== undefined) {
      found.refuse([], 'TYPE', { expected: 'object' });
      return new type();
    }
    const sent = named(type, raw, fileOf);
    const dto = (await super.transform(sent, { type: 'body', metatype: type })) as T;
    found.add(type, sent, dto, this.errors.get(dto) ?? []);
    return dto;
  }

  async list<T extends object>(type: Class<T>, raw: unknown, found: ReadProblems, fileOf = NO_FILES): Promise<T[]> {
    if (Array.isArray(raw)) return ((await this.object(listBody(type), { '': raw }, found, fileOf))[''] ?? []) as T[];
    found.refuse([], 'TYPE', { expected: 'list' });
    return [];
  }

  private async body(input: RequestInput): Promise<object> {
    const { request, spec } = input;
    const dto = await this.read(input);
    const { problems } = contextOf(request);
    if (!spec.joint && problems.length > 0) throw new DomainError('INPUT_INVALID', problems);
    return (request.body = dto);
  }

  /** Keeps errors instead of throwing: they are reported with those of path, query and archive. */
  protected override validate(dto: object, options?: validatorPackage.ValidatorOptions): validatorPackage.ValidationError[] {
    this.errors.set(dto, validatorPackage.validateSync(dto, options));
    return [];
  }

  // The result of `named` has no gaps, foreign names or binary values.
  protected override closeArrayGaps(): void {}
  protected override stripProtoKeys(): void {}
  protected override findNestedBinaryValues(): validatorPackage.ValidationError[] {
    return [];
  }
}
