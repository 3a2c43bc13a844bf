import { Injectable } from '@nestjs/common';
import { foldName } from '#libs/json-ingest';
import { DomainError, type FieldProblem } from '#domain/errors';
import { isApi, type OperationSpec } from '../openapi/operation-spec';
import { contextOf, type HttpRequest } from '../server/request-context';
import { allNamesOf } from './member-names';
import { membersOf, type Class } from './members';
import { readQuery, type ListNames } from './read-query';
import { MOST_PROBLEMS } from './read-problems';
import { DtoPipe, RequestInput } from './dto.pipe';

/** For operations without path and query parameters. */
class NothingAsked {}

const PLACE = new Set(['idUnidade', 'idCliente', 'idArvoreOrganizacional'].map(foldName));
/** At the maximum, further problems are unknown. */
const tooMany = (problems: readonly FieldProblem[]) => problems.length >= MOST_PROBLEMS;
const isAboutPlace = ({ path }: FieldProblem) => PLACE.has(foldName(String(path[0])));

/** Path and query as one DTO, for the scope guard. */
@Injectable()
export class QueryReader {
  private readonly listNames = new Map<Class, ListNames>();

  constructor(private readonly pipe: DtoPipe) {}

  /** Paths and queries of pages and links are not. */
  isRead(spec: OperationSpec): boolean {
    return spec.query !== undefined || isApi(spec);
  }

  /** Problems wait until the place is known to be within reach, unless they concern the place. */
  async read(spec: OperationSpec, request: HttpRequest): Promise<void> {
    const { problems } = contextOf(request);
    const query = await this.pipe.read(this.input(spec, request));
    if (tooMany(problems) || problems.some(isAboutPlace)) throw new DomainError('INPUT_INVALID', problems);
    if (spec.query) request.query = query as HttpRequest['query'];
  }

  /** Where others can follow, they are reported together. */
  refuse({ body, joint }: OperationSpec, request: HttpRequest): void {
    const { problems } = contextOf(request);
    if (problems.length > 0 && !body && !joint) throw new DomainError('INPUT_INVALID', problems);
  }

  private input({ query: type = NothingAsked, body, joint = body?.joint }: OperationSpec, request: HttpRequest): RequestInput {
    const { query: raw, problems } = readQuery(request.originalUrl, this.listsOf(type));
    for (const [name, value] of Object.entries(request.params)) {
      const sent = Object.keys(raw).find((other) => foldName(other) === foldName(name));
      if (sent !== undefined && raw[sent] !== value) problems.push({ path: [name], code: 'DUPLICATE' });
      if (sent !== undefined) delete raw[sent];
      raw[name] = value;
    }
    contextOf(request).problems.push(...problems);
    return new RequestInput(request, { type, joint }, raw);
  }

  private listsOf(type: Class): ListNames {
    let names = this.listNames.get(type);
    if (!names) {
      const named = (ofObjects: boolean) =>
        new Set(
          membersOf(type)
            .filter(({ of, max }) => max !== undefined && (of !== undefined) === ofObjects)
            .flatMap(allNamesOf)
            .map(foldName),
        );
      names = { lists: named(false), pairs: named(true) };
      this.listNames.set(type, names);
    }
    return names;
  }
}
