import fc from 'fast-check';
import type { SearchConditions } from '#application/documents/search-conditions';
import type { Scope } from '#domain/access/scope';
import { DEMO } from '../../builders/demo';
import { BOXES, createdAt, CREATORS, DUE_DAYS, NUMBERS, numbersOf, POPULATION, SUPPLIERS, TEXTS } from './search-population';

type TextField = 'note' | 'title' | 'city' | 'number' | 'supplier';

const BEGINNINGS = [
  '',
  ...TEXTS.map((text) => [...text].slice(0, 3).join('')),
  ...TEXTS.filter((text) => text.length < 100),
  'longo '.repeat(20),
];

const criterion = (fields: TextField[], wholes: string[], beginnings: string[]) =>
  fc.record({
    field: fc.constantFrom(...fields),
    criterion: fc.oneof(
      fc.constantFrom(...wholes).map((exact) => ({ exact })),
      fc.constantFrom(...beginnings).map((prefix) => ({ prefix })),
    ),
  });

const anyCriterion = fc.oneof(
  criterion(['note', 'title', 'city'], [...TEXTS, 'nada'], BEGINNINGS),
  criterion(['number'], NUMBERS, ['7', '-']),
  criterion(['supplier'], SUPPLIERS, ['0', '1', '112']),
);

/** Mostly absent: conditions that all narrow down would find nothing. */
const rarely = <T>(...values: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

/** Conditions in words that mean the same in every archive. */
export const describedConditions = fc.record({
  unitId: rarely(DEMO.unit, DEMO.otherUnit),
  unitCnpj: rarely('11222333000181', '07664483000178', '0'),
  levels: rarely([DEMO.invoices], [DEMO.contracts, DEMO.records]),
  boxIds: rarely([BOXES[5001]], [BOXES[5002]], [BOXES[5001], BOXES[5002]], [DEMO.client], []),
  externalKey: rarely('CH-1', 'CH-2', 'ch-1'),
  boxTypeId: rarely(DEMO.archiveBox, DEMO.container),
  document: rarely(...POPULATION.map(({ id }) => id)),
  from: rarely(0, 3, 5),
  until: rarely(4, 5, 9),
  dueDay: rarely(...DUE_DAYS),
  createdBy: rarely(...CREATORS),
  status: rarely<SearchConditions['status']>('stored', 'electronic', 'deleted', 'lent'),
  /** Of each group at least one. */
  fields: fc.array(fc.array(anyCriterion, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
});

export type DescribedConditions = typeof describedConditions extends fc.Arbitrary<infer Conditions> ? Conditions : never;

/** The same in one archive's numbers. */
export function toConditions(
  { levels, document, from, until, fields, ...same }: DescribedConditions,
  scope: Scope,
  codeOf: ReadonlyMap<string, number>,
): SearchConditions {
  const numbers = numbersOf(scope);
  return {
    ...same,
    nodeCodes: levels?.map((id) => numbers.structure.node(id)!.code),
    documentCode: document === undefined ? undefined : codeOf.get(document),
    createdFrom: from === undefined ? undefined : createdAt(from),
    createdUntil: until === undefined ? undefined : createdAt(until),
    fields: fields.map((group) =>
      group.map(({ field, criterion }) => ({ fieldCode: numbers[field], ofList: field === 'supplier' || field === 'city', criterion })),
    ),
  };
}
