import fc from 'fast-check';
import { newId } from '#application/ids';
import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { NewDocument } from '#domain/documents/document';
import { aDocument, aFile } from '../../builders/a-document';
import { DEMO, fieldCode, listField, scopeOf, userId } from '../../builders/demo';
import type { Archive } from './archive';

/** Few, so that conditions meet; some alike but for what matters. */
export const TEXTS = [
  'aluguel',
  'aluguel de maquinas',
  'agua',
  'agua e luz',
  'luz',
  '%',
  'a_b',
  'axb',
  '100%',
  'ação',
  '📎',
  `${'longo '.repeat(40)}um`,
  `${'longo '.repeat(40)}dois`,
];
const NUMBERS = ['0', '7', '77', '-7', '7.5'];
const SUPPLIERS = ['11222333000181', '07664483000178'];
const DUE = ['2026-01-31', '2031-08-15'];
const START = Date.UTC(2026, 0, 1);
const createdAt = (step: number) => new Date(START + step * 3_600_000);

/** A document in words that mean the same in every archive. */
interface Described {
  id: string;
  nodeId: string;
  step: number;
  text: string | null;
  number: string | null;
  supplier: string | null;
  box: 5001 | 5002 | null;
  dueDay: string | null;
  createdBy: string;
  files: number;
  deleted: boolean;
}

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(values: readonly T[]) => fc.option(oneOf(values), { nil: null });

/** The same documents for every archive, and in every run. */
export const POPULATION: readonly Described[] = fc
  .sample(
    fc.record({
      nodeId: oneOf([DEMO.invoices, DEMO.invoices, DEMO.contracts, DEMO.records, DEMO.otherLevel]),
      step: fc.nat(9),
      text: maybe(TEXTS),
      number: maybe(NUMBERS),
      supplier: maybe(SUPPLIERS),
      box: maybe([5001, 5002] as const),
      dueDay: maybe(DUE),
      createdBy: oneOf([userId('demo'), userId('financeiro')]),
      files: fc.nat(2),
      deleted: oneOf([false, false, false, true]),
    }),
    { seed: 2026, numRuns: 60 },
  )
  .map((described) => ({ ...described, id: newId() }));

/** What the fields are called in this archive's numbers. */
export function numbersOf(scope: Scope) {
  const { structure } = scope.reaches.find((reach) => reach.structure.clientId === DEMO.client)!;
  return {
    structure,
    note: fieldCode(structure, DEMO.invoices, 'Observação'),
    title: fieldCode(structure, DEMO.contracts, 'Título'),
    number: fieldCode(structure, DEMO.invoices, 'Número'),
    supplier: listField(structure, DEMO.suppliers, 'CNPJ').code,
    city: listField(structure, DEMO.suppliers, 'Cidade').code,
  };
}

export async function populate(archive: Archive): Promise<void> {
  const [ofClient, scope] = await Promise.all([scopeOf(archive), scopeOf(archive, 'demo', 'outro')]);
  const codes = numbersOf(scope);
  const rowOf = new Map<string, number>();
  for (const supplier of SUPPLIERS) {
    const cells = [
      { fieldCode: codes.supplier, text: `CNPJ ${supplier}`, key: supplier },
      { fieldCode: codes.city, text: 'Luz', key: 'luz' },
    ];
    rowOf.set(supplier, (await archive.listRows.addOrFind(ofClient, DEMO.suppliers, supplier, cells)).code);
  }
  for (const each of POPULATION) {
    const isInvoice = each.nodeId === DEMO.invoices;
    const values: NewDocument['values'][number][] = [];
    if (each.text !== null) values.push({ fieldCode: isInvoice ? codes.note : codes.title, text: each.text.toUpperCase(), key: each.text });
    if (each.number !== null && isInvoice) values.push({ fieldCode: codes.number, text: each.number, key: each.number });
    const document = aDocument(scope, {
      id: each.id,
      nodeId: each.nodeId,
      status: each.box ? 'stored' : 'electronic',
      createdAt: createdAt(each.step),
      createdBy: each.createdBy,
      dueDay: each.dueDay,
      files: Array.from({ length: each.files }, () => aFile()),
      rows: new Map(each.supplier !== null && each.nodeId === DEMO.contracts ? [[DEMO.suppliers, rowOf.get(each.supplier)!]] : []),
      values,
    });
    const box = each.box && each.nodeId !== DEMO.otherLevel ? await archive.boxes.find(scope, DEMO.unit, each.box) : null;
    await archive.unitOfWork.run(() => archive.documents.add(scope, { ...document, boxId: box?.id ?? null }));
    const stored = each.deleted && (await archive.documents.find(scope, each.id));
    if (stored) await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, stored, createdAt(100)));
  }
}

/** A condition that can be put to any archive. */
export type DescribedConditions = (archiveScope: Scope, codeOf: ReadonlyMap<string, number>) => SearchConditions;

type Key = { kind: 'note' | 'title' | 'number' | 'supplier' | 'city'; exact: boolean; text: string };

const key: fc.Arbitrary<Key> = fc.oneof(
  fc.record({
    kind: oneOf(['note', 'title', 'city'] as const),
    exact: fc.boolean(),
    text: oneOf([...TEXTS, ...TEXTS.map((text) => text.slice(0, 3)), 'nada']),
  }),
  fc.record({ kind: oneOf(['number'] as const), exact: fc.constant(true), text: oneOf(NUMBERS) }),
  fc.record({ kind: oneOf(['supplier'] as const), exact: fc.boolean(), text: oneOf([...SUPPLIERS, '1', '0']) }),
);

const rarely = <T>(values: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oneOf(values) });

export const conditions: fc.Arbitrary<DescribedConditions> = fc
  .record({
    unitId: rarely([DEMO.unit, DEMO.otherUnit]),
    unitCnpj: rarely(['11222333000181', '07664483000178', '0']),
    levels: rarely([[DEMO.invoices], [DEMO.contracts, DEMO.records]]),
    boxCode: rarely([5001, 5002, 9999]),
    boxTypeId: rarely([DEMO.archiveBox, DEMO.container]),
    document: rarely(POPULATION.map(({ id }) => id)),
    from: rarely([0, 3, 5]),
    until: rarely([4, 5, 9]),
    dueDay: rarely(DUE),
    createdBy: rarely([userId('demo'), userId('financeiro')]),
    status: rarely(['stored', 'electronic', 'deleted', 'lent'] as const),
    fields: fc.array(fc.array(key, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  })
  .map((described) => (scope, codeOf) => {
    const codes = numbersOf(scope);
    const { levels, document, from, until, fields, ...same } = described;
    return {
      ...same,
      nodeCodes: levels?.map((id) => codes.structure.node(id)!.code),
      documentCode: document && codeOf.get(document),
      createdFrom: from === undefined ? undefined : createdAt(from),
      createdUntil: until === undefined ? undefined : createdAt(until),
      fields: fields.map((group) =>
        group.map(({ kind, exact, text }) => ({
          fieldCode: codes[kind],
          ofList: kind === 'supplier' || kind === 'city',
          criterion: exact ? { exact: text } : { prefix: text },
        })),
      ),
    };
  });
