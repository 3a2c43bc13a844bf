import type {
  Claimed,
  RecordedBill,
  RecordedCustody,
  RecordedDocument,
  RecordedFile,
  RecordedFlow,
  RecordedSignature,
} from '#application/ports/portable-archive';
import type { KnownThings } from './known-things';
import { peopleOf } from './named-people';

/** A problem of a record: a reference without a target, or an impossible value. */
export interface Finding {
  what: 'unit' | 'level' | 'box' | 'field' | 'list' | 'row' | 'file' | 'origin' | 'size' | 'document' | 'workflow' | 'design' | 'task' | 'contract' | 'user' | 'state' | 'twice'; // prettier-ignore
  id: string;
}

export type Claim = readonly [what: Claimed, value: string | number];

function repeated(ids: readonly (string | number)[]): Finding[] {
  const seen = new Set<string | number>();
  const found: Finding[] = [];
  for (const id of ids) {
    if (seen.has(id)) found.push({ what: 'twice', id: String(id) });
    seen.add(id);
  }
  return found;
}
const missing = (what: Finding['what'], ids: readonly string[], isThere: (id: string) => boolean): Finding[] =>
  ids.filter((id) => !isThere(id)).map((id) => ({ what, id }));
const unless = (fits: boolean, what: Finding['what'], id: string): Finding[] => (fits ? [] : [{ what, id }]);

/** Records cannot name users who belong to other clients only. */
export const checkPeople = (ids: readonly string[], known: KnownThings): Finding[] => missing('user', ids, (id) => !known.isStranger(id));

/** Checks files of documents and of flows alike. */
function files(all: readonly RecordedFile[], maxBytes: number): Finding[] {
  return all.flatMap(({ id, size, former, deletedAt }) => [
    ...unless(
      [size, ...former.map((each) => each.size)].every((bytes) => bytes <= maxBytes),
      'size',
      id,
    ),
    ...unless(deletedAt === null || former.length === 0, 'state', id),
    ...repeated(former.map(({ number }) => number)),
  ]);
}

export function checkDocument(document: RecordedDocument, known: KnownThings, maxBytes: number): Finding[] {
  const { id, unitId, levelId, boxId, values, rows } = document;
  const isDeleted = document.deletedAt !== null;
  return [
    ...unless(known.image.clients.get(known.clientId)?.unitIds.includes(unitId) ?? false, 'unit', unitId),
    ...unless(known.has('levels', levelId), 'level', levelId),
    ...unless(boxId === null || known.has('boxes', boxId), 'box', String(boxId)),
    ...unless(isDeleted === (document.status === 'deleted'), 'state', id),
    ...checkPeople(peopleOf('documents', document), known),
    ...missing('field', values.map(({ fieldId }) => fieldId), (field) => known.rules.has(field)), // prettier-ignore
    ...repeated(values.map(({ fieldId }) => fieldId)),
    ...repeated(rows.map(({ listId }) => listId)),
    ...rows.flatMap(({ listId, rowId }) =>
      known.has('lists', listId) ? unless(known.rows.get(rowId) === listId, 'row', rowId) : unless(false, 'list', listId),
    ),
    ...files(document.files, maxBytes),
    ...document.files.flatMap(({ id: fileId, deletedAt, shares }) => [
      ...unless(deletedAt !== null || !isDeleted, 'state', fileId),
      ...unless(shares.filter(({ revokedAt }) => revokedAt === null).length <= (deletedAt === null ? 1 : 0), 'state', fileId),
    ]),
  ];
}

export function claimsOfDocument({ id, code, externalKey, deletedAt, files: held }: RecordedDocument): Claim[] {
  return [
    ['documentCode', code],
    ...(externalKey === null || deletedAt !== null ? [] : [['externalKey', externalKey] as const]),
    ...held.flatMap(({ id: fileId, shares }): Claim[] => [['file', fileId], ...shares.map((share) => ['share', share.id] as const)]),
    ['document', id],
  ];
}

export function checkFlow(flow: RecordedFlow, known: KnownThings, maxBytes: number): Finding[] {
  const { id, definitionId, design, executions, comments } = flow;
  const tasks = known.tasksOf(definitionId, design);
  const isOf = (person: { userId: string | null; email: string | null }) => (person.userId === null) !== (person.email === null);
  return [
    ...unless(known.has('workflows', definitionId), 'workflow', definitionId),
    ...unless(tasks !== undefined, 'design', `${definitionId} ${design}`),
    ...unless((flow.endedAt === null) === (flow.status === 'running'), 'state', id),
    ...executions.flatMap((each) => [
      ...unless(tasks?.has(`${each.stepId} ${each.taskId}`) ?? true, 'task', each.taskId),
      ...unless(isOf(each) && !(each.done && each.endedAt === null), 'state', each.id),
    ]),
    ...unless(comments.every(isOf), 'state', id),
    ...checkPeople(peopleOf('flows', flow), known),
    ...missing('document', flow.documents.map((each) => each.id), (each) => known.documents.has(each)), // prettier-ignore
    ...missing('file', flow.toSign, (each) => known.files.has(each)),
    ...repeated([...flow.documents.map((each) => each.id), ...flow.toSign, ...flow.values.map(({ fieldId }) => fieldId)]),
    ...files(flow.files, maxBytes),
  ];
}

export function claimsOfFlow({ id, code, executions, files: held }: RecordedFlow): Claim[] {
  return [
    ['flowCode', code],
    ...executions.map((each) => ['execution', each.id] as const),
    ...held.map((file) => ['flowFile', file.id] as const),
    ['flow', id],
  ];
}

export function checkSignature(signature: RecordedSignature, known: KnownThings): Finding[] {
  const { id, fileId, sha256, originId, details } = signature;
  const hashes = known.files.get(fileId) ?? known.flowFiles.get(fileId);
  return [
    ...unless(known.files.has(fileId) || known.flowFiles.has(fileId), 'file', fileId),
    ...unless(hashes?.includes(sha256) ?? true, 'state', id),
    ...checkPeople(peopleOf('signatures', signature), known),
    ...unless(!known.isForeignOrigin(originId), 'origin', originId),
    ...unless(isKept(details), 'state', id),
  ];
}

/** Whether the details have the form in which signatures are stored and shown. */
function isKept(details: string): boolean {
  try {
    const { email, signer, company, extra, originMessage, certificate } = JSON.parse(details) as Members;
    const { subject, notBefore, notAfter } = certificate as Members;
    return (
      (email === null || isText(email)) &&
      isParty(signer) &&
      (company === null || isParty(company)) &&
      isLabelledList(extra) &&
      [originMessage, subject].every(isText) &&
      [notBefore, notAfter].every((at) => isText(at) && !Number.isNaN(Date.parse(at)))
    );
  } catch {
    return false;
  }
}

type Members = Record<string, unknown>;
const isText = (value: unknown): value is string => typeof value === 'string';
const isLabelled = (value: unknown) => isText((value as Members).label) && isText((value as Members).value);
const isLabelledList = (value: unknown) => Array.isArray(value) && value.every(isLabelled);
const isParty = (value: unknown) => {
  const { name, document, extra } = value as Members;
  return isLabelled(name) && isLabelled(document) && isLabelledList(extra);
};

export function checkBill({ id, unitId, contractId, total, lines }: RecordedBill, known: KnownThings): Finding[] {
  const contract = known.contract(contractId);
  return [
    ...unless(contract !== undefined, 'contract', contractId),
    ...unless(contract === undefined || contract.unitId === unitId, 'unit', unitId),
    ...unless(lines.reduce((sum, { price }) => sum + price, 0) === total, 'state', id),
  ];
}

/** An open custody needs an existing unit and box, since future bills use it. */
export function checkCustody({ unitId, boxId, startedAt, endedAt }: RecordedCustody, known: KnownThings): Finding[] {
  if (endedAt !== null) return unless(endedAt >= startedAt, 'state', boxId);
  const box = known.image.boxes.get(boxId);
  return unless(box !== undefined && known.own(box) && box.unitId === unitId && box.parentId === null, 'box', boxId);
}
