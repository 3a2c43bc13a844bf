import { Cursors } from '#application/ports/documents';
import { type DocumentQuery, DocumentSearch } from '#application/ports/document-search';
import type { Actor } from '#domain/access/actor';
import { Scope } from '#domain/access/scope';
import type { DomainError } from '#domain/errors';
import { ClientStructure } from '#domain/trees/client-structure';
import { NO_RULES, type FieldType } from '#domain/trees/field';
import { TextSearch } from '#application/documents/text-search';
import { TimeZone } from '#application/support/time-zone';
import { FindDocuments, type FindInput } from '#application/documents/find-documents.use-case';

/** Keeps what it was asked for. */
class Listening extends DocumentSearch {
  wanted: DocumentQuery | undefined;

  page(_scope: Scope, wanted: DocumentQuery) {
    this.wanted = wanted;
    return Promise.resolve({ documents: [], next: null, isComplete: true });
  }

  count() {
    return Promise.resolve({ value: 0, isExact: true });
  }

  numbered() {
    return Promise.resolve([]);
  }

  total() {
    return Promise.resolve(0);
  }
}

class Plain extends Cursors {
  seal = (position: string) => position;
  open = (cursor: string) => cursor;
}

/** Nothing here asks for the text of files. */
const noTexts = {} as TextSearch;

/** A client whose levels, side by side, have one field each, all of one label. */
function archive(types: readonly FieldType[]) {
  const nodes = types.map((_, code) => ({
    code,
    id: `level ${code}`,
    parentCode: null,
    name: '',
    path: '',
    retention: null,
    decimal: null,
  }));
  const fields = types.map((type, code) => ({
    ...{ nodeCode: code, mandatory: false, position: 1 },
    field: { ...NO_RULES, code: 100 + code, id: '', label: 'Referência', type, options: ['A', 'B'] },
  }));
  const structure = new ClientStructure('client', '', [], nodes, fields, [], []);
  const scope = Scope.grant({ userId: 'user', pageSize: 50 } as Actor, 'document:view', [
    { structure, parts: [{ unitIds: 'all', nodeCodes: 'all' }] },
  ]);
  const finder = new Listening();
  const use = new FindDocuments(finder, new Plain(), new TimeZone('America/Sao_Paulo'), noTexts);
  const asked: FindInput = {
    filter: null,
    text: null,
    order: null,
    columns: null,
    cursor: null,
    count: false,
    highlight: false,
    unread: [],
  };
  const ask = async (input: Partial<FindInput>) => {
    await use.execute(scope, { ...asked, ...input });
    return finder.wanted as DocumentQuery;
  };
  const refusal = (input: Partial<FindInput>) =>
    ask(input).then(
      () => [],
      ({ code, problems }: DomainError) => [code, ...problems.map((problem) => `${problem.path.join('.')} ${problem.code}`)],
    );
  return { ask, refusal };
}

const order = { label: 'referencia', descending: true };
const on = (operator: 'equal' | 'in' | 'between' | 'less', ...values: string[]) => ({
  all: [{ label: 'Referência', operator, ...(operator === 'equal' || operator === 'less' ? { value: values[0] } : { values }) }],
});

describe('an order by a label of several levels', () => {
  it('is by all its fields', async () => {
    expect((await archive(['number', 'number']).ask({ order })).order).toEqual({ by: [100, 101], descending: true });
  });

  it('must mean one type, and a few fields', async () => {
    const ambiguous = ['RULES_BROKEN', 'order.label ORDER_AMBIGUOUS'];
    expect(await archive(['number', 'text']).refusal({ order })).toEqual(ambiguous);
    expect(await archive(Array<FieldType>(17).fill('date')).refusal({ order })).toEqual(ambiguous);
    // A level tells which is meant.
    expect((await archive(['number', 'text']).ask({ order, nodeId: 'level 1' })).order.by).toEqual([101]);
  });
});

describe('a value for fields of several types', () => {
  it('must be readable for one of them, and is asked of no other', async () => {
    const { ask, refusal } = archive(['number', 'date']);
    expect((await ask({ filter: on('equal', '12') })).filter).toEqual({
      all: [{ fields: [{ fieldCode: 100, test: { among: ['p212'] } }] }],
    });
    expect(await refusal({ filter: on('equal', 'x') })).toEqual(['INPUT_INVALID', 'filter.all.0.value FORMAT']);
  });

  it('of a list, each for one', async () => {
    const { ask } = archive(['number', 'date']);
    const { filter } = await ask({ filter: on('in', '12', '01/02/2024') });
    expect(filter).toEqual({
      all: [
        {
          fields: [
            { fieldCode: 100, test: { among: ['p212'] } },
            { fieldCode: 101, test: { among: ['2024-02-01'] } },
          ],
        },
      ],
    });
  });

  it('of an interval, both for the same', async () => {
    const { refusal } = archive(['number', 'date']);
    expect(await refusal({ filter: on('between', '12', '01/02/2024') })).toEqual(['INPUT_INVALID', 'filter.all.0.values.1 FORMAT']);
    expect(await refusal({ filter: on('between', '12', '3') })).toEqual(['INPUT_INVALID', 'filter.all.0.values RANGE_REVERSED']);
  });

  it('with an operator that some of the types have', async () => {
    const { filter } = await archive(['checkbox', 'number']).ask({ filter: on('less', '3') });
    expect(filter).toEqual({ all: [{ fields: [{ fieldCode: 101, test: { within: [{ below: 'p13' }] } }] }] });
  });
});
