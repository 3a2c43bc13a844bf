import type { SearchConditions } from '#application/ports/document-search';
import { documentStatusOf } from '#domain/documents/document';
import { conjunctsOf, type Filter, type Scalar } from '#domain/documents/filter';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import type { LIMITS } from '#infrastructure/typeorm/documents/search-ways';
import type { Sql } from '#infrastructure/typeorm/sql';

/** Narrow enough that small archives need every way. */
class NarrowSearch extends TypeOrmDocumentSearch {
  protected override readonly limits: typeof LIMITS = {
    few: 4,
    block: 5,
    blockPerWanted: 1,
    wider: 3,
    levelsTogether: 20,
    documentsTogether: 200,
    mostCodes: 400,
  };
}

export const plainReader = (sql: Sql, isNarrow: boolean) => (isNarrow ? new NarrowSearch(sql) : new TypeOrmDocumentSearch(sql));

/** The conditions of 4.4 that a filter of such conditions says. */
export function conditionsOf(filter: Filter): SearchConditions {
  const all = conjunctsOf(filter);
  const of = (name: string): Scalar | undefined => {
    const [found] = all.flatMap((each) => ('member' in each && each.member === name && 'among' in each.test ? each.test.among : []));
    return found;
  };
  const created = all.flatMap((each) => ('member' in each && each.member === 'created' && 'within' in each.test ? each.test.within : []));
  const [{ from, until } = {}] = created;
  const status = of('status');
  return {
    status: status === undefined ? undefined : (documentStatusOf(Number(status)) ?? undefined),
    createdBy: of('creator') as string | undefined,
    unitId: of('unit') as string | undefined,
    dueDay: of('due') as string | undefined,
    documentCode: of('code') as number | undefined,
    createdFrom: from === undefined ? undefined : new Date(from),
    createdUntil: until === undefined ? undefined : new Date(until),
    fields: all.flatMap((each) =>
      'fields' in each
        ? [
            each.fields.map(({ fieldCode, test }) => ({
              fieldCode,
              ofList: false,
              criterion: 'prefix' in test ? { prefix: test.prefix } : { exact: String('among' in test && test.among[0]) },
            })),
          ]
        : [],
    ),
  };
}
