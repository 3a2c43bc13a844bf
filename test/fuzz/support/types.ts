import type { DescribedOperation, Place } from './document';
import type { Change } from './mutations';
import { Raw, takesWritten } from './values';

/** Values that are no text, or that something takes for another value. */
const IN_BODY: unknown[] = [0, 1, true, false, null, [], ['x'], {}, new Raw('1e400'), new Raw('-0'), 'NaN', '', 'x'.repeat(100_000)];
/** As an address or a header says them. */
const AS_TEXT = ['0', '1', 'true', 'false', 'null', '[]', '["x"]', '{}', '1e400', '-0', 'NaN', '', 'x'.repeat(100_000)];
const HEADERS = [
  'authorization', 'idempotency-key', 'x-request-id', 'if-match', 'if-none-match', 'if-range', 'range', 'accept', 'accept-language', 'content-type', 'subscriptionkey', 'x-forwarded-for', 'user-agent',
]; // prettier-ignore

export interface Confusion {
  name: string;
  change: Change;
}

const isText = ({ schema }: Place) => schema.type === 'string';
const isScalar = (place: Place) => isText(place) || place.schema.type === 'integer' || place.schema.type === 'boolean';

function ofPlace(place: Place): Confusion[] {
  const name = `${place.where} ${place.path.join('.')}`;
  if (place.where !== 'body')
    return AS_TEXT.map((value) => ({ name: `${name} = ${value.slice(0, 10)}`, change: { what: 'set', place, value } }));
  return IN_BODY.map((value) => {
    const isWritten = value instanceof Raw || typeof value === 'number' || typeof value === 'boolean';
    const isOther = isText(place) && value !== null && typeof value !== 'string' && !(isWritten && takesWritten(place.schema));
    const isLong = place.schema.maxLength !== undefined && typeof value === 'string' && value.length > place.schema.maxLength;
    const shown = value instanceof Raw ? value.text : JSON.stringify(value).slice(0, 10);
    return { name: `${name} = ${shown}`, change: { what: 'set', place, value, ...((isOther || isLong) && { refused: true }) } };
  });
}

/** Each value in each place and each header of the operation, one at a time. */
export function confusionsOf({ places }: DescribedOperation): Confusion[] {
  const asked = places.filter((place) => place.where !== 'header' && isScalar(place));
  const headers = HEADERS.flatMap((name) =>
    AS_TEXT.map((value): Confusion => ({ name: `header ${name} = ${value.slice(0, 10)}`, change: { what: 'header', name, value } })),
  );
  return [...asked.flatMap(ofPlace), ...headers];
}
