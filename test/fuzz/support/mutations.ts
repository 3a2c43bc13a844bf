import * as fc from 'fast-check';
import type { Kind } from '../../e2e/support/matrix-types';
import type { DescribedOperation, OpenApi, Place } from './document';
import { isLeaf } from './document';
import { bytesOf, UNDECODABLE, withValue, type FuzzRequest } from './requests';
import { forbiddenValues, hostileText, hostileValue, Raw, validValue } from './values';

export const KINDS = ['valid', 'near', 'hostile'] as const;
export type InputKind = (typeof KINDS)[number];

/**
 * One step away from the good call. `refused`: whatever else there is, the answer must be a refusal; `ignored`: a call that is served
 * must name it among what it did not know.
 */
export type Change = { refused?: true } & (
  | { what: 'set'; place: Place; value: unknown }
  | { what: 'leave'; place: Place }
  | { what: 'swap'; place: Place; kind: Exclude<Kind, 'own'> }
  | { what: 'repeat'; place: Place; value: string }
  | { what: 'add'; where: 'query' | 'body'; name: string; value: unknown; strict?: true; ignored?: true }
  | { what: 'header'; name: string; value: string }
  | { what: 'cut'; part: number }
  | { what: 'undecodable'; place: Place }
  | { what: 'body'; bytes: Buffer; type?: string }
);

export interface Input {
  kind: InputKind;
  caller: 'right' | 'other client' | 'no token';
  changes: Change[];
}

const isId = ({ schema }: Place) => schema.format === 'uuid' || schema.items?.format === 'uuid';
const oneOf = <T>(...all: (fc.Arbitrary<T> | null)[]): fc.Arbitrary<T> => fc.oneof(...all.filter((each) => each !== null));
const from = <T>(all: readonly T[]): fc.Arbitrary<T> | null => (all.length === 0 ? null : fc.constantFrom(...all));
const change = (all: fc.Arbitrary<Change> | null) => all;

/** What the places that may stay away say when they are there. */
function validChange(document: OpenApi, places: readonly Place[]): fc.Arbitrary<Change> | null {
  const free = places.filter((place) => !place.required && !isId(place) && place.path.length > 0 && isLeaf(place));
  if (free.length === 0) return null;
  return fc
    .constantFrom(...free)
    .chain((place) => validValue(document, place.schema).map((value): Change => ({ what: 'set', place, value })));
}

/** In an address everything is text. */
function spoilt(place: Place): Change[] {
  const values = forbiddenValues(place.schema);
  if (place.where === 'body') return values.map((value) => ({ what: 'set', place, value, refused: true }));
  const texts = values.filter((value) => typeof value === 'string' && value !== '').filter((value) => (value as string).length < 10_000);
  return texts.map((value) => ({ what: 'set', place, value, refused: true }));
}

const outsideOf = (places: readonly Place[]) => places.filter(({ where }) => where === 'path' || where === 'query');

/** Names that nobody knows: ignored and named, unless the call or the operation is strict. */
function unknownNames({ described, places }: DescribedOperation): Change[] {
  const unknown = { what: 'add', where: 'query', name: 'perfil', value: 'x' } as const;
  if (!described['x-extension'])
    return [
      { ...unknown, ignored: true },
      { ...unknown, strict: true, refused: true },
    ];
  // An extension without parameters does not look for any.
  const isAsked = outsideOf(places).some(({ name }) => name !== 'token' && name !== 'codigo');
  return [{ ...unknown, ...(isAsked && { refused: true }) }];
}

function nearChange(document: OpenApi, operation: DescribedOperation): fc.Arbitrary<Change> {
  const { places } = operation;
  const asked = places.filter(({ where, path }) => where !== 'header' && path.length > 0);
  const inBody = places.some(({ where }) => where === 'body');
  const required = asked.filter((place) => place.required && place.where !== 'path' && isLeaf(place));
  const ids = places.filter(isId);
  const query = places.filter(({ where }) => where === 'query');
  return oneOf(
    change(from(places.filter(({ where }) => where !== 'header').flatMap(spoilt))),
    change(from(required.map((place): Change => ({ what: 'leave', place, ...(place.where === 'query' && { refused: true as const }) })))),
    change(from(ids.flatMap((place) => (['foreign', 'unknown', 'deleted', 'malformed'] as const).map((kind): Change => ({ what: 'swap', place, kind }))))), // prettier-ignore
    change(
      from(query.map((place): Change => ({ what: 'repeat', place, value: 'x', ...(place.schema.type !== 'array' && { refused: true }) }))),
    ),
    change(from(asked.filter(isLeaf))?.chain((place) => validValue(document, place.schema).map((value): Change => ({ what: 'set', place, value }))) ?? null), // prettier-ignore
    fc.constantFrom<Change>(...unknownNames(operation), ...(inBody ? [{ what: 'cut', part: 0.7 } as const] : [])),
  );
}

const HEADERS = [
  'authorization', 'content-type', 'content-encoding', 'accept', 'if-match', 'range', 'idempotency-key', 'x-request-id', 'subscriptionkey', 'x-forwarded-for', 'accept-encoding', 'if-none-match', 'x-http-method-override', 'cookie', 'prefer',
]; // prettier-ignore
const HEADER_VALUES = [
  '', '*', 'x', '"', '"0-0"', '"0-0", "1-1", W/"2-2"', 'bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'bytes=99999999999999999999-', 'gzip', 'text/html', 'text/csv;q=9', '*/*;q=0', 'application/json; charset=utf-16', 'multipart/form-data', 'multipart/form-data; boundary=x', 'application/json, text/html', 'Bearer ', 'Bearer a.b.c', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic eDp4', '127.0.0.1, ::1', 'PUT', 'handling=strict', "' OR 1=1 --", '%', 'x'.repeat(300), 'x'.repeat(9000), '\u00e9', '-0', 'NaN',
]; // prettier-ignore

const deepText = (depth: number) => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;
const manyMembers = (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}":1`).join()}}`;
const BODIES: [string | Buffer, string?][] = [
  [''], ['null'], ['[]'], ['{}'], ['"x"'], ['0'], ['[[[['], ['{"'], [deepText(100)], [deepText(100_000)], ['['.repeat(200_000)], ['\ufeff{}'], [Buffer.from('{}', 'utf16le')], ['{"a":1}{"a":1}'], [manyMembers(12_000)], [manyMembers(60_000)],
  ['{"__proto__":{"x":1}}'], ['{"a":1,"a":2}'], ['a=1&b=2', 'application/x-www-form-urlencoded'], ['<a/>', 'application/xml'], ['{}', 'text/plain'], ['{}', ''], ['--x\r\n', 'multipart/form-data; boundary=x'], ['--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.txt"\r\n\r\nx\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
  [Buffer.from([0xff, 0xfe, 0x00])], [Buffer.from('{"a":"\xe9"}', 'latin1')], [' '.repeat(100_000)],
]; // prettier-ignore

function hostileChange(places: readonly Place[]): fc.Arbitrary<Change> {
  const inBody = places.filter(({ where }) => where === 'body');
  const outside = outsideOf(places);
  const paths = places.filter(({ where }) => where === 'path');
  return oneOf(
    change(from(inBody)?.chain((place) => hostileValue.map((value): Change => ({ what: 'set', place, value }))) ?? null),
    change(from(outside)?.chain((place) => hostileText.map((value): Change => ({ what: 'set', place, value }))) ?? null),
    change(from(paths.map((place): Change => ({ what: 'undecodable', place, refused: true })))),
    fc
      .tuple(fc.constantFrom(...HEADERS), fc.constantFrom(...HEADER_VALUES))
      .map(([name, value]): Change => ({ what: 'header', name, value })),
    hostileText.map((value): Change => ({ what: 'add', where: 'query', name: value.slice(0, 500) || 'x', value: 'x' })),
    hostileText.map((value): Change => ({ what: 'add', where: 'query', name: `ValoresCampos[${value.slice(0, 3)}].Label`, value })),
    inBody.length === 0
      ? null
      : oneOf<Change>(
          fc
            .constantFrom(...BODIES)
            .map(([text, type]): Change => ({ what: 'body', bytes: Buffer.from(text as string), ...(type !== undefined && { type }) })),
          fc.double({ min: 0, max: 1, noNaN: true }).map((part): Change => ({ what: 'cut', part })),
          fc.tuple(hostileText, hostileValue).map(([name, value]): Change => ({ what: 'add', where: 'body', name, value })),
        ),
  );
}

/** Valid, near-valid and hostile calls of an operation, as its description gives them. */
export function inputsOf(document: OpenApi, operation: DescribedOperation): fc.Arbitrary<Input> {
  const { places } = operation;
  const free = validChange(document, places);
  const valid = fc.record({
    kind: fc.constant('valid' as const),
    caller: fc.constant('right' as const),
    changes: free ? oneOf(fc.constant<Change[]>([]), fc.array(free, { maxLength: 3 })) : fc.constant<Change[]>([]),
  });
  const near = fc.record({
    kind: fc.constant('near' as const),
    caller: fc.oneof(
      { weight: 18, arbitrary: fc.constant('right' as const) },
      { weight: 1, arbitrary: fc.constant('other client' as const) },
      { weight: 1, arbitrary: fc.constant('no token' as const) },
    ),
    changes: nearChange(document, operation).map((one) => [one]),
  });
  const hostile = fc.record({
    kind: fc.constant('hostile' as const),
    caller: fc.constant('right' as const),
    changes: fc.array(hostileChange(places), { minLength: 1, maxLength: 4 }),
  });
  return fc.oneof({ weight: 1, arbitrary: valid }, { weight: 2, arbitrary: near }, { weight: 2, arbitrary: hostile });
}

/** Without what an HTTP client refuses to send. */
const sendable = (value: string) => [...value].every((letter) => letter >= ' ' && letter <= '\u00ff' && letter !== '\u007f');

export function changed(
  request: FuzzRequest,
  one: Change,
  idOf: (place: Place, kind: Exclude<Kind, 'own'>) => string | undefined,
): FuzzRequest {
  switch (one.what) {
    case 'set':
      if (one.place.where === 'header' && !(typeof one.value === 'string' && sendable(one.value))) return request;
      return withValue(request, one.place, one.value);
    case 'leave':
      return withValue(request, one.place, undefined);
    case 'swap': {
      const id = idOf(one.place, one.kind);
      if (id === undefined) return request;
      return withValue(request, one.place, one.place.schema.items && one.place.where === 'body' ? [id] : id);
    }
    case 'repeat':
      return { ...request, query: [...request.query, [one.place.name, one.value], [one.place.name.toUpperCase(), one.value]] };
    case 'add':
      if (one.where === 'query') {
        const headers = { ...request.headers, ...(one.strict && { prefer: 'handling=strict' }) };
        return { ...request, query: [...request.query, [one.name, String(one.value)]], headers };
      }
      return typeof request.body === 'object' && request.body !== null && !(request.body instanceof Raw) && !Array.isArray(request.body)
        ? { ...request, body: { ...request.body, [one.name]: one.value } }
        : request;
    case 'header':
      return { ...request, headers: { ...request.headers, [one.name]: one.value } };
    case 'cut': {
      const whole = bytesOf(request) ?? Buffer.alloc(0);
      return { ...request, bytes: whole.subarray(0, Math.floor(whole.length * one.part)) };
    }
    case 'undecodable':
      return { ...request, parameters: { ...request.parameters, [one.place.name]: UNDECODABLE } };
    case 'body':
      return { ...request, bytes: one.bytes, headers: { ...request.headers, ...(one.type !== undefined && { 'content-type': one.type }) } };
  }
}
