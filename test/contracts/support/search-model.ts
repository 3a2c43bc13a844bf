import { DEMO, type DemoLogin } from '../../builders/demo';
import type { DescribedConditions } from './search-conditions';
import { BOXES, POPULATION, type Described } from './search-population';

/** Units, and what they are registered as. */
const CNPJS: Record<string, string> = { [DEMO.unit]: '11222333000181', [DEMO.otherUnit]: '07664483000178' };
const unitOf = ({ nodeId }: Described) => (nodeId === DEMO.otherLevel ? DEMO.otherUnit : DEMO.unit);
const boxOf = ({ nodeId, box }: Described) => (box !== null && nodeId !== DEMO.otherLevel ? BOXES[box] : null);

const REACH: Record<DemoLogin, (nodeId: string) => boolean> = {
  demo: (nodeId) => nodeId !== DEMO.otherLevel,
  leitor: (nodeId) => nodeId !== DEMO.otherLevel,
  financeiro: (nodeId) => nodeId === DEMO.invoices || nodeId === DEMO.contracts,
  outro: (nodeId) => nodeId === DEMO.otherLevel,
};

const statusOf = (document: Described) => (document.deleted ? 'deleted' : boxOf(document) ? 'stored' : 'electronic');

/** What is filed under a field, as it is searched. */
function keyOf(
  { nodeId, text, number, supplier }: Described,
  field: DescribedConditions['fields'][number][number]['field'],
): string | null {
  const isContract = nodeId === DEMO.contracts;
  const isInvoice = nodeId === DEMO.invoices;
  const keys = {
    note: isInvoice ? text : null,
    title: isContract ? text : null,
    number: isInvoice ? number : null,
    supplier: isContract ? supplier : null,
    city: isContract && supplier !== null ? 'luz' : null,
  };
  return keys[field];
}

function meets(document: Described, wanted: DescribedConditions): boolean {
  const box = boxOf(document);
  const { status, levels, unitId, unitCnpj, boxIds, boxTypeId, from, until, dueDay, externalKey, createdBy, fields } = wanted;
  return (
    (status ? statusOf(document) === status : !document.deleted) &&
    (!levels || levels.includes(document.nodeId)) &&
    (!unitId || unitOf(document) === unitId) &&
    (!unitCnpj || CNPJS[unitOf(document)] === unitCnpj) &&
    (wanted.document === undefined || document.id === wanted.document) &&
    (!boxIds || (box !== null && boxIds.includes(box))) &&
    (boxTypeId === undefined || (box !== null && boxTypeId === DEMO.archiveBox)) &&
    (from === undefined || document.step >= from) &&
    (until === undefined || document.step <= until) &&
    (!dueDay || document.dueDay === dueDay) &&
    (externalKey === undefined || document.externalKey === externalKey) &&
    (!createdBy || document.createdBy === createdBy) &&
    fields.every((alternatives) =>
      alternatives.some(({ field, criterion }) => {
        const key = keyOf(document, field);
        if (key === null) return false;
        return 'exact' in criterion ? key === criterion.exact : key.startsWith(criterion.prefix);
      }),
    )
  );
}

/** The documents that a search must find, the newest first. */
export const expectedIds = (wanted: DescribedConditions, logins: readonly DemoLogin[]): string[] =>
  POPULATION.filter((document) => logins.some((login) => REACH[login](document.nodeId)) && meets(document, wanted))
    .map(({ id }) => id)
    .reverse();
