import type { Answer } from '../../e2e/support/api';
import type { Sent } from '../../e2e/support/matrix-calls';
import { Api } from '../../e2e/support/api';
import type { Place, Step } from './document';
import { jsonText } from './values';

/** A request in its parts, each of which may be exchanged. */
export interface FuzzRequest {
  method: string;
  /** With `{names}`. */
  template: string;
  parameters: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: unknown;
  /** In place of the body. */
  bytes?: Buffer;
}

/** The parts of a good call. */
export function partsOf(template: string, { method, path, query, body }: Sent): FuzzRequest {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1) ?? [];
  return {
    method,
    template,
    parameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    query: Object.entries(query),
    headers: {},
    ...(body !== undefined && { body: structuredClone(body) }),
  };
}

/** An empty segment, or one of dots alone, would be another address. */
const segment = (value: string) => (/^\.{0,2}$/.test(value) ? 'x' : encodeURIComponent(value.toWellFormed()));
/** Already as it is to be sent. */
export const UNDECODABLE = '%zz';

export function addressOf({ template, parameters, query }: FuzzRequest): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? 'x';
    return value === UNDECODABLE ? value : segment(value);
  });
  const search = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

export const bytesOf = ({ body, bytes }: FuzzRequest): Buffer | undefined =>
  bytes ?? (body === undefined ? undefined : Buffer.from(jsonText(body)));

/** Everything that the request says, for whoever looks whether an answer only repeats it. */
export const saidBy = (request: FuzzRequest) =>
  [
    ...Object.values(request.parameters),
    ...request.query.flat(),
    ...Object.values(request.headers),
    bytesOf(request)?.toString() ?? '',
  ].join(' ');

/** Longer, and Node refuses the head of the request before anybody can read it: with an answer, or by hanging up. */
const LONGEST_HEAD = 15_000;

export async function sendRequest(url: string, token: string | null, request: FuzzRequest): Promise<Answer | 'hung up'> {
  const address = addressOf(request);
  const body = bytesOf(request);
  const head = address.length + Object.values(request.headers).join('').length;
  const headers = { 'idempotency-key': '', ...request.headers };
  if (headers['idempotency-key'] === '') delete (headers as Record<string, string>)['idempotency-key'];
  try {
    return await new Api(url, token).call(request.method, address, { headers, ...(body !== undefined && { body }) });
  } catch (error) {
    if (head > LONGEST_HEAD && error instanceof TypeError) return 'hung up';
    throw error;
  }
}

/** The request as readable text. */
export function told(request: FuzzRequest): string {
  const body = bytesOf(request)?.toString();
  const parts = [request.method, addressOf(request), JSON.stringify(request.headers), body ?? ''];
  return parts.map((part) => (part.length > 1500 ? `${part.slice(0, 1500)}… (${part.length})` : part)).join(' ');
}

function setIn(body: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const isObject = typeof body === 'object' && body !== null;
  if (typeof step === 'number') {
    const list = Array.isArray(body) ? [...(body as unknown[])] : [];
    list[step] = setIn(list[step], rest, value);
    return list;
  }
  const members = isObject && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  const known = Object.keys(members).find((name) => name.toLowerCase() === step.toLowerCase()) ?? step;
  return { ...members, [known]: setIn(members[known], rest, value) };
}

/** Another value at a place; `undefined` takes it away. */
export function withValue(request: FuzzRequest, { where, path, name }: Place, value: unknown): FuzzRequest {
  if (where === 'body') return { ...request, body: setIn(request.body, path, value) };
  const text = typeof value === 'string' ? value : jsonText(value);
  if (where === 'path') return { ...request, parameters: { ...request.parameters, ...(value !== undefined && { [name]: text }) } };
  if (where === 'header')
    return { ...request, headers: { ...request.headers, ...(value !== undefined && { [name.toLowerCase()]: text }) } };
  const others = request.query.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  return { ...request, query: value === undefined ? others : [...others, [name, text]] };
}

export function valueAt(request: FuzzRequest, { where, path, name }: Place): unknown {
  if (where === 'path') return request.parameters[name];
  if (where === 'query') return request.query.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
  if (where === 'header') return request.headers[name.toLowerCase()];
  return path.reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null) return undefined;
    if (typeof step === 'number') return (at as unknown[])[step];
    return Object.entries(at).find(([known]) => known.toLowerCase() === step.toLowerCase())?.[1] as unknown;
  }, request.body);
}
