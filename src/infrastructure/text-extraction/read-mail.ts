import { FileRefused } from '#application/ports/text-extraction';
import { readableTextOf } from '#libs/text-encoding';
import type { PageWriter } from './page-writer';
import { readHtml } from './read-markup';

const MOST_HEADER_BYTES = 256 * 1024;
/** Of a text, before it is decoded: no more than that is kept. */
const MOST_TEXT_BYTES = 4 * 1024 ** 2;
const MOST_PARTS = 1000;
const DEEPEST = 10;
const LF = 0x0a;
/** What may follow a boundary on its line; with `--` it is the last. */
const REST_OF_MARK = /^(--)?[ \t]*(?:\r?\n|$)/;
const SHOWN = ['From', 'To', 'Cc', 'Date', 'Subject'];

interface Part {
  headers: ReadonlyMap<string, string>;
  type: string;
  parameters: ReadonlyMap<string, string>;
  /** Null: it is to be read, not to be saved. */
  attachment: string | null;
  body: Buffer;
}

/** An e-mail (RFC 5322, MIME): its head, its texts, those of mails within it, and the names of its attachments. */
export function readMail(bytes: Buffer, pages: PageWriter): void {
  const mail = partOf(bytes);
  if (!SHOWN.some((name) => mail.headers.has(name.toLowerCase()))) throw new FileRefused('damaged');
  new MailReader(pages).mail(mail, 0);
  pages.endFlow();
}

class MailReader {
  private parts = 0;

  constructor(private readonly pages: PageWriter) {}

  mail(mail: Part, depth: number): void {
    for (const name of SHOWN) {
      const value = mail.headers.get(name.toLowerCase());
      if (value) this.pages.flow(`${name}: ${wordsOf(value)}\n`);
    }
    this.pages.flow('\n');
    this.part(mail, depth, false);
  }

  /** @param isOther it is another form of a text that has been read: its attachments count alone */
  private part(part: Part, depth: number, isOther: boolean): void {
    if (++this.parts > MOST_PARTS || depth > DEEPEST) {
      this.pages.isCut = true;
      return;
    }
    const { type, parameters, attachment, body } = part;
    if (type.startsWith('multipart/')) this.several(type, partsOf(body, parameters.get('boundary') ?? ''), depth, isOther);
    else if (isMail(part)) this.within(part, depth);
    else if (attachment !== null) this.pages.flow(`\n[${attachment}]\n`);
    else if (isOther) return;
    else if (type === 'text/html') readHtml(Buffer.from(textOf(part)), this.pages);
    else if (type === 'text/plain') this.pages.flow(`${textOf(part)}\n`);
  }

  /** A mail within a mail, attached or not. */
  private within(part: Part, depth: number): void {
    if (part.attachment !== null) this.pages.flow(`\n[${part.attachment}]\n`);
    this.mail(partOf(bytesOf(part)), depth + 1);
  }

  private several(type: string, parts: readonly Buffer[], depth: number, isOther: boolean): void {
    const all = parts.map(partOf);
    const chosen = type === 'multipart/alternative' ? bestOf(all) : null;
    const inOrder = chosen ? [chosen, ...all.filter((part) => part !== chosen)] : all;
    for (const part of inOrder) if (!this.pages.isFull) this.part(part, depth + 1, isOther || (chosen !== null && part !== chosen));
  }
}

/** Of the same text in several forms: the plain one if there is anything in it, or else the last, which is the best. */
function bestOf(forms: readonly Part[]): Part | null {
  const texts = forms.filter(({ attachment }) => attachment === null);
  return texts.find((part) => part.type === 'text/plain' && textOf(part).trim() !== '') ?? texts.at(-1) ?? null;
}

const isMail = ({ type, attachment }: Part) => type === 'message/rfc822' || type === 'message/global' || /\.eml$/i.test(attachment ?? '');

/** Head and body. */
function partOf(bytes: Buffer): Part {
  const { head, body } = divided(bytes);
  const headers = new Map<string, string>();
  for (const line of readableTextOf(head).replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  } // prettier-ignore
  const [type, parameters] = valueOf(headers.get('content-type') ?? 'text/plain');
  const [disposition, more] = valueOf(headers.get('content-disposition') ?? '');
  const name = nameOf(more, 'filename') ?? nameOf(parameters, 'name');
  const isShown = type.startsWith('multipart/') || (disposition !== 'attachment' && name === null);
  return { headers, type, parameters, attachment: isShown ? null : (name ?? type), body };
}

function divided(bytes: Buffer): { head: Buffer; body: Buffer } {
  const start = bytes.subarray(0, MOST_HEADER_BYTES);
  const ends = ['\r\n\r\n', '\n\n'].map((end) => ({ at: start.indexOf(end), length: end.length })).filter(({ at }) => at >= 0);
  const [end] = ends.sort((a, b) => a.at - b.at);
  // A part without a head begins with the empty line.
  if (/^\r?\n/.test(start.toString('latin1', 0, 2))) return { head: start.subarray(0, 0), body: bytes };
  return end
    ? { head: bytes.subarray(0, end.at), body: bytes.subarray(end.at + end.length) }
    : { head: start, body: bytes.subarray(bytes.length) };
}

/** What is between the lines with the boundary; to the end, where the last of them is missing. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
  if (boundary === '') return [];
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let from = -1;
  for (let at = body.indexOf(mark); at >= 0 && parts.length <= MOST_PARTS; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== LF) continue;
    // A boundary may be how another begins.
    const rest = REST_OF_MARK.exec(body.toString('latin1', at + mark.length, at + mark.length + 80));
    if (!rest) continue;
    if (from >= 0) parts.push(body.subarray(from, Math.max(from, at - 1)));
    const line = body.indexOf(LF, at + mark.length);
    if (line < 0 || rest[1]) return parts;
    from = line + 1;
  }
  return from < 0 || parts.length > MOST_PARTS ? parts : [...parts, body.subarray(from)];
}

const textOf = (part: Part) => inCharset(bytesOf(part, MOST_TEXT_BYTES), part.parameters.get('charset'));

function bytesOf({ headers, body }: Part, most = body.length): Buffer {
  const coded = body.subarray(0, most);
  const coding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (coding === 'base64') return Buffer.from(coded.toString('latin1'), 'base64');
  return coding === 'quoted-printable' ? unquoted(coded.toString('latin1')) : coded;
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  );

function inCharset(bytes: Uint8Array, charset = ''): string {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    // `us-ascii` and `iso-8859-1`, too: every byte is a character there, and programs write them above anything.
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
  } catch {
    // Unknown, or not what it says.
  }
  return readableTextOf(bytes);
}

/** `text/plain; charset="utf-8"`. */
function valueOf(header: string): [value: string, parameters: ReadonlyMap<string, string>] {
  const parameters = new Map<string, string>();
  for (const [, name = '', value = ''] of header.matchAll(/;\s*([^\s=;"]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s]*)/g))
    parameters.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'));
  return [header.split(';', 1)[0]!.trim().toLowerCase(), parameters];
}

/** Also `filename*=utf-8''relat%C3%B3rio.pdf` (RFC 2231), in one or several pieces. */
function nameOf(parameters: ReadonlyMap<string, string>, name: string): string | null {
  const plain = parameters.get(name);
  if (plain !== undefined) return wordsOf(plain);
  let [text, isCoded] = ['', false];
  for (const key of [`${name}*`, ...Array.from({ length: 20 }, (_, index) => [`${name}*${index}`, `${name}*${index}*`]).flat()]) {
    text += parameters.get(key) ?? '';
    isCoded ||= key.endsWith('*') && parameters.has(key);
  }
  if (text === '') return null;
  const [, charset, coded = ''] = (isCoded && /^([^']*)'[^']*'(.*)$/.exec(text)) || [];
  if (charset === undefined) return text;
  return inCharset(Buffer.from(coded.replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))), 'latin1'), charset); // prettier-ignore
}

/** Encoded words of headers (RFC 2047). */
const wordsOf = (header: string) =>
  header
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi, (_, charset: string, coding: string, text: string) =>
      inCharset(coding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquoted(text.replaceAll('_', ' ')), charset),
    );
