import type { Answer } from './request';

/** A header that must come once: undefined when it is missing, or comes several times and so means nothing certain. */
export function single(headers: Answer['headers'], name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Headers arrive byte by byte as Latin-1; most servers that send more than ASCII mean UTF-8. */
export function fromHeader(value: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/^[\x00-\xFF]*$/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
