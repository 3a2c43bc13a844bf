import { readDayIn } from '#domain/documents/calendar';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Member, Span } from '#domain/documents/filter';
import { ALWAYS_CHOSEN, ALWAYS_COMPARED, CHOSEN, COMPARED, type Operator } from '#domain/documents/filter-tests';
import type { FieldProblemCode } from '#domain/errors';
import { readMoment } from './moments';
import type { TimeZone } from '../support/time-zone';

export type ReadValue = Span | { fault: FieldProblemCode };

const INTEGER = /^\d{1,15}$/;
const GUID = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/;
const FORMAT = { fault: 'FORMAT' } as const;
const one = (value: string | number): Span => ({ from: value, until: value });

type Reads = (text: string, timeZone: TimeZone) => ReadValue;

const integer: Reads = (text) => (INTEGER.test(text) ? one(Number(text)) : FORMAT);
const guid: Reads = (text) => {
  const id = GUID.exec(text.toLowerCase())?.[1];
  return id === undefined ? FORMAT : one(id);
};
const status: Reads = (text) => (Object.values(DOCUMENT_STATUS).some((each) => String(each) === text) ? one(Number(text)) : FORMAT);
const day: Reads = (text, timeZone) => {
  const read = readDayIn(text, timeZone);
  return read ? one(read) : { fault: read === null ? 'DATE_IMPOSSIBLE' : 'FORMAT' };
};
/** A day is all of it. */
const moment: Reads = (text, timeZone) => {
  const [from, until] = [readMoment(text, 'start', timeZone), readMoment(text, 'end', timeZone)];
  if (!from || !until) return { fault: from === null ? 'DATE_IMPOSSIBLE' : 'FORMAT' };
  return { from: from.getTime(), until: until.getTime() };
};

interface MemberKind {
  operators: readonly Operator[];
  /** Names the form of its values in messages. */
  type: string;
  read: Reads;
}

/** What can be asked of a document besides its indexer fields. */
export const MEMBER_KINDS: Record<Member, MemberKind> = {
  code: { operators: ALWAYS_COMPARED, type: 'integer', read: integer },
  created: { operators: ALWAYS_COMPARED, type: 'moment', read: moment },
  due: { operators: COMPARED, type: 'day', read: day },
  status: { operators: ALWAYS_CHOSEN, type: 'status', read: status },
  creator: { operators: ALWAYS_CHOSEN, type: 'guid', read: guid },
  unit: { operators: ALWAYS_CHOSEN, type: 'guid', read: guid },
  box: { operators: CHOSEN, type: 'integer', read: integer },
  boxType: { operators: CHOSEN, type: 'guid', read: guid },
  externalKey: { operators: CHOSEN, type: 'text', read: (text) => one(text) },
  files: { operators: ALWAYS_COMPARED, type: 'integer', read: integer },
  level: { operators: ALWAYS_CHOSEN, type: 'guid', read: guid },
};
