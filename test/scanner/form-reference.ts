import type { MultipartBody, MultipartOptions } from '#libs/multipart-ingest';
import type { Outcome } from '../../libs/multipart-ingest/test/support';
import { utf8Length } from './base64-reference';

type Limits = MultipartOptions['limits'];
type Code = 'MALFORMED' | 'TRUNCATED' | 'HEADERS_TOO_LARGE' | 'FIELD_TOO_LARGE' | 'TOO_MANY_FIELDS' | 'BODY_TOO_LARGE';

const LINE_END = '\r\n';
const NAME_CHARACTERS = /^[A-Za-z0-9_!#$&+.^`|~-]$/;
const HEADER_NAME = /^[A-Za-z0-9_!#$%&'*+.^`|~-]+$/;
const BLANK = /^[ \t]$/;

class Refused extends Error {
  constructor(readonly code: Code) {
    super(code);
  }
}

/**
 * What a form must come to, read from the whole of it, bytes as latin1. More than one outcome is right only for a body that
 * is too long: how far it is read before that shows depends on its cuts.
 */
export function expectedForms(body: Buffer, boundary: string, limits: Limits): Outcome[] {
  if (body.length <= limits.body) return [wholeForm(body, boundary, limits)];
  const within = wholeForm(body.subarray(0, limits.body), boundary, limits);
  return [{ error: 'BODY_TOO_LARGE' }, ...(within.error === 'TRUNCATED' ? [] : [within])];
}

function wholeForm(body: Buffer, boundary: string, limits: Limits): Outcome {
  try {
    return readForm(`${LINE_END}${body.toString('latin1')}`, `${LINE_END}--${boundary}`, limits);
  } catch (error) {
    if (error instanceof Refused) return { error: error.code };
    throw error;
  }
}

function readForm(text: string, delimiter: string, limits: Limits): Outcome {
  let at = 0;
  /** What is longer than its limit is refused before it is seen where it ends, but not what could still be the end. */
  const upTo = (end: string, most = Infinity, tooMuch: Code = 'MALFORMED') => {
    const found = text.indexOf(end, at);
    const piece = text.slice(at, found >= 0 ? found : Math.max(at, text.length - end.length + 1));
    if (piece.length > most) throw new Refused(tooMuch);
    if (found < 0) throw new Refused('TRUNCATED');
    at = found + end.length;
    return piece;
  };
  const form: MultipartBody = { files: [], fields: [] };
  const contents: string[] = [];
  upTo(delimiter, 4096);
  for (;;) {
    if (text.length - at < 2) throw new Refused('TRUNCATED');
    if (text.startsWith('--', at)) return { body: form, contents };
    if ([...upTo(LINE_END, 100)].some((character) => !BLANK.test(character))) throw new Refused('MALFORMED');
    const { name, fileName } = readHead(upTo(`${LINE_END}${LINE_END}`, 16 * 1024, 'HEADERS_TOO_LARGE'));
    if (fileName !== undefined) {
      contents.push(Buffer.from(upTo(delimiter), 'latin1').toString('hex'));
      form.files.push({ name, fileName });
      continue;
    }
    if (form.fields.length === limits.fields) throw new Refused('TOO_MANY_FIELDS');
    form.fields.push({ name, value: utf8(upTo(delimiter, limits.field, 'FIELD_TOO_LARGE')) });
  }
}

function utf8(latin1: string): string {
  if (utf8Length(latin1) < latin1.length) throw new Refused('MALFORMED');
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

function readHead(latin1: string): { name: string; fileName: string | undefined } {
  const headers = new Map<string, string>();
  for (const line of utf8(latin1).split(LINE_END)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (!HEADER_NAME.test(name) || headers.has(name)) throw new Refused('MALFORMED');
    headers.set(name, withoutBlanks(line.slice(colon + 1)));
  }
  const encoding = (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  const isNested = (headers.get('content-type') ?? '').toLowerCase().startsWith('multipart/');
  if (!['7bit', '8bit', 'binary'].includes(encoding) || isNested) throw new Refused('MALFORMED');
  const disposition = headers.get('content-disposition') ?? '';
  const semicolon = disposition.indexOf(';');
  const kind = semicolon < 0 ? disposition : disposition.slice(0, semicolon);
  const parameters = readParameters(semicolon < 0 ? '' : disposition.slice(semicolon));
  const name = parameters.get('name');
  if (withoutBlanks(kind).toLowerCase() !== 'form-data' || name === undefined) throw new Refused('MALFORMED');
  const plain = parameters.get('filename');
  const encoded = parameters.get('filename*');
  if (encoded === undefined && plain === undefined) return { name, fileName: undefined };
  const fileName = (encoded === undefined ? undefined : decoded(encoded)) ?? plain;
  if (fileName === undefined) throw new Refused('MALFORMED');
  return { name, fileName: fileName.split(/[/\\]/).at(-1)! };
}

function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANK.test(text[from]!)) from++;
  while (to > from && BLANK.test(text[to - 1]!)) to--;
  return text.slice(from, to);
}

/** `; name = value` again and again, character by character. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  let i = 0;
  const while_ = (wanted: (character: string) => boolean) => {
    const from = i;
    while (i < text.length && wanted(text[i]!)) i++;
    return text.slice(from, i);
  };
  const skipBlanks = () => while_((character) => BLANK.test(character));
  const expect = (character: string) => {
    if (text[i++] !== character) throw new Refused('MALFORMED');
  };
  const quoted = () => {
    let value = '';
    for (i++; text[i] !== '"'; i++) {
      if (i >= text.length) throw new Refused('MALFORMED');
      if (text[i] === '\\' && i + 1 < text.length) {
        if (!['"', '\\'].includes(text[i + 1]!)) value += '\\';
        i++;
      }
      value += text[i];
    }
    i++;
    return value.replace(/%22/g, '"').replace(/%0d/gi, '\r').replace(/%0a/gi, '\n');
  };
  while (i < text.length) {
    expect(';');
    skipBlanks();
    let name = while_((character) => NAME_CHARACTERS.test(character)).toLowerCase();
    if (name === '') throw new Refused('MALFORMED');
    if (text[i] === '*') name += text[i++];
    skipBlanks();
    expect('=');
    skipBlanks();
    const value = text[i] === '"' ? quoted() : while_((character) => !/[\s;"]/.test(character));
    if (value === '' && text[i - 1] !== '"') throw new Refused('MALFORMED');
    if (parameters.has(name)) throw new Refused('MALFORMED');
    parameters.set(name, value);
    skipBlanks();
  }
  return parameters;
}

/** RFC 8187, UTF-8 only. */
function decoded(value: string): string | undefined {
  const [charset, language, text, ...more] = value.split("'");
  if (charset?.toLowerCase() !== 'utf-8' || language === undefined || text === undefined) return undefined;
  try {
    return decodeURIComponent([text, ...more].join("'"));
  } catch {
    return undefined;
  }
}
