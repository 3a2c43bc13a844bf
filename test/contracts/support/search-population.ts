import fc from 'fast-check';
import { newId } from '#application/support/ids';
import { stableId } from '#application/support/stable-id';
import type { Scope } from '#domain/access/scope';
import type { NewDocument } from '#domain/documents/document';
import { addDocument, aDocument, aFile } from '../../builders/a-document';
import { DEMO, fieldCode, listField, scopeOf, userId } from '../../builders/demo';
import { DEMO_CLIENT, DEMO_UNIT } from '#src/cli/demo/demo-archive';
import type { Archive } from './typeorm-archive';

const boxId = (unit: string, code: number) => stableId('box', DEMO_CLIENT, unit, String(code));
const LONG = 'longo '.repeat(40);
/** Few, so that conditions meet; some of them alike but for what matters. */
export const TEXTS = [
  'aluguel',
  'aluguel de maquinas',
  'agua',
  'agua e luz',
  'luz',
  'luz\u0001',
  '%',
  'a_b',
  'axb',
  '100%',
  '📎',
  `${LONG}um`,
  `${LONG}dois`,
];
export const NUMBERS = ['0', '7', '77', '-7', '7.5'];
export const SUPPLIERS = ['11222333000181', '07664483000178'];
export const DUE_DAYS = ['2026-01-31', '2031-08-15'];
export const BOXES = { 5001: boxId('', 5001), 5002: boxId(DEMO_UNIT, 5002) };
export const CREATORS = [userId('demo'), userId('financeiro')];
export const createdAt = (step: number) => new Date(Date.UTC(2026, 0, 1) + step * 3_600_000);

/** A document in words that mean the same in every archive. */
export interface Described {
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
  externalKey: string | null;
}

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null });

type WithoutKey = Omit<Described, 'id' | 'externalKey'>;

/** A key that is taken again once the document which had it is deleted; each of six goes round. */
function freeKey({ nodeId }: WithoutKey, before: readonly WithoutKey[], index: number): string | null {
  const isOther = (each: WithoutKey) => each.nodeId === DEMO.otherLevel;
  const holders = before.filter((each, at) => at % 6 === index % 6 && isOther(each) === (nodeId === DEMO.otherLevel));
  return holders.every(({ deleted }) => deleted) ? `CH-${index % 6}` : null;
}

/** The same documents for every archive, and in every run. */
export const POPULATION: readonly Described[] = fc
  .sample(
    fc.record({
      nodeId: fc.constantFrom(DEMO.invoices, DEMO.invoices, DEMO.contracts, DEMO.records, DEMO.otherLevel),
      step: fc.nat(9),
      text: maybe(TEXTS),
      number: maybe(NUMBERS),
      supplier: maybe(SUPPLIERS),
      box: maybe([5001, 5002] as const),
      dueDay: maybe(DUE_DAYS),
      createdBy: fc.constantFrom(...CREATORS),
      files: fc.nat(2),
      deleted: fc.constantFrom(false, false, false, true),
    }),
    { seed: 2026, numRuns: 60 },
  )
  .map((described, index, all) => ({ ...described, id: newId(), externalKey: freeKey(described, all.slice(0, index), index) }));

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

type Numbers = ReturnType<typeof numbersOf>;

function valuesOf({ nodeId, text, number }: Described, { note, title, number: numberCode }: Numbers): NewDocument['values'] {
  const textField = { [DEMO.invoices]: note, [DEMO.contracts]: title }[nodeId];
  return [
    ...(text !== null && textField ? [{ fieldCode: textField, text: text.toUpperCase(), key: text }] : []),
    ...(number !== null && nodeId === DEMO.invoices ? [{ fieldCode: numberCode, text: number, key: number }] : []),
  ];
}

/** Adds the list rows of the suppliers; answers their codes. */
async function addSuppliers({ listRows }: Archive, scope: Scope, { supplier, city }: Numbers): Promise<Map<string, number>> {
  const codes = new Map<string, number>();
  for (const cnpj of SUPPLIERS) {
    const cells = [
      { fieldCode: supplier, text: `CNPJ ${cnpj}`, key: cnpj },
      { fieldCode: city, text: 'Luz', key: 'luz' },
    ];
    codes.set(cnpj, (await listRows.addOrFind(scope, DEMO.suppliers, cnpj, cells)).code);
  }
  return codes;
}

export async function populate(archive: Archive): Promise<void> {
  const [ofClient, scope] = await Promise.all([scopeOf(archive), scopeOf(archive, 'demo', 'outro')]);
  const numbers = numbersOf(scope);
  const suppliers = await addSuppliers(archive, ofClient, numbers);
  for (const described of POPULATION) {
    const { id, nodeId, step, supplier, box: boxCode, dueDay, createdBy, files, deleted, externalKey } = described;
    const box = boxCode !== null && nodeId !== DEMO.otherLevel ? await archive.boxes.find(scope, DEMO.unit, boxCode) : null;
    const document = aDocument(scope, {
      id,
      nodeId,
      status: box ? 'stored' : 'electronic',
      boxId: box?.id ?? null,
      createdAt: createdAt(step),
      createdBy,
      dueDay,
      externalKey,
      files: Array.from({ length: files }, () => aFile()),
      rows: new Map(supplier !== null && nodeId === DEMO.contracts ? [[DEMO.suppliers, suppliers.get(supplier)!]] : []),
      values: valuesOf(described, numbers),
    });
    await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
    const stored = deleted && (await archive.documents.find(scope, id));
    if (stored) await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, stored, createdAt(100)));
  }
}
