import { LiftedFile, type IngestLimits } from '#libs/json-ingest';
import { pathText, type Outcome } from '../../libs/json-ingest/test/support';
import { readBase64, utf8Length, type Fault } from './base64-reference';
import { completionOf, viableLength } from './json-viable';

type Path = (string | number)[];
type Refusal = Fault & { path?: Path };

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const BOM = '\xef\xbb\xbf';
const RESERVED = ['__proto__', 'constructor', 'prototype'];
const DEFAULTS = {
  depth: 32,
  values: 50_000,
  members: Infinity,
  faults: Infinity,
  skeletonBytes: 1024 * 1024,
  files: Infinity,
  fileBytes: Infinity,
  bodyBytes: Infinity,
};
const fold = (name: string) => name.trim().toLowerCase();
const shapeOf = (path: Path) => JSON.stringify(path.map((step) => (typeof step === 'number' ? 0 : fold(step))));
const shapeOfPattern = (pattern: string) => shapeOf([...pattern.matchAll(/\[\*\]|[^.[\]]+/g)].map(([step]) => (step === '[*]' ? 0 : step)));

/** What a body must come to, made at leisure from the whole of it by JSON.parse, a list of its tokens and a strict Base64 reader. */
export function expectedOutcome(body: Buffer, files: readonly string[], limits: IngestLimits, guess?: number): Outcome {
  const bounds = { ...DEFAULTS, ...limits };
  const read = body.subarray(0, bounds.bodyBytes);
  const refusal = new Reading(read.toString('latin1'), files, bounds);
  const found = refusal.firstFault(guess, body.length > bounds.bodyBytes);
  if (!found) return { json: refusal.json(read), contents: refusal.lifted.map(({ bytes }) => bytes.toString('hex')) };
  return { error: { code: found.code, position: found.position, path: found.path && pathText(found.path) } };
}

class Reading {
  readonly lifted: { path: Path; bytes: Buffer }[] = [];
  private readonly faults: Refusal[] = [];
  /** Offsets of the texts of files, without their quotes. */
  private readonly texts: { from: number; to: number; path: Path }[] = [];
  private readonly start: number;
  private readonly fileShapes: ReadonlySet<string>;

  constructor(
    private readonly body: string,
    files: readonly string[],
    private readonly limits: Required<Omit<IngestLimits, 'members' | 'faults'>>,
  ) {
    this.fileShapes = new Set(files.map(shapeOfPattern));
    this.start = body.startsWith(BOM) ? BOM.length : 0;
  }

  firstFault(guess: number | undefined, isCut: boolean): Refusal | undefined {
    const { body, start } = this;
    const broken = this.brokenBom();
    const stopped = broken ?? start + viableLength(body.slice(start), guess === undefined ? undefined : guess - start);
    const prefix = broken ? '' : body.slice(start, stopped);
    if (broken === undefined) this.walk(prefix + (completionOf(prefix) ?? ''));
    const large = this.skeletonFault(stopped);
    // A limit is looked at before the byte that breaks it, but a file ends before its closing quote counts.
    const rank = ({ code }: Refusal) => (code.startsWith('BASE64') ? 0 : 1);
    const seen = [...(large ? [large] : []), ...this.faults.filter(({ seenAt }) => seenAt < stopped)];
    const [first] = seen.sort((a, b) => a.seenAt - b.seenAt || rank(a) - rank(b));
    if (first) return first;
    if (stopped < body.length) return this.at('JSON_INVALID', stopped);
    if (isCut) return { code: 'BODY_TOO_LARGE', position: body.length, seenAt: body.length };
    if (/^[ \n\r\t]*$/.test(prefix)) return this.at('JSON_INVALID', 0);
    if (completionOf(prefix) !== '') return this.at('JSON_TRUNCATED', body.length);
    return this.notUtf8();
  }

  json(body: Buffer): unknown {
    const root: { json: unknown } = { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
    for (const [ordinal, { path, bytes }] of this.lifted.entries()) {
      const steps = ['json', ...path];
      const holder = steps.slice(0, -1).reduce<Record<string | number, unknown>>((node, step) => node[step] as typeof node, root);
      holder[steps.at(-1)!] = LiftedFile.of(ordinal, path, bytes.length);
    }
    return root.json;
  }

  /** The mark is there as a whole or not at all; a body that ends within it is blank. */
  private brokenBom(): number | undefined {
    const { body } = this;
    if (body[0] !== BOM[0] || body.startsWith(BOM)) return undefined;
    return body[1] === BOM[1] ? Math.min(2, body.length) : 1;
  }

  private at(code: string, position: number): Refusal {
    const text = this.texts.find(({ from, to }) => from <= position && position <= to);
    return { code, position, seenAt: position, ...(text && { path: text.path }) };
  }

  private walk(json: string): void {
    const levels: { isArray: boolean; step: string | number; names: Set<string>; wantsName: boolean }[] = [];
    let values = 0;
    for (const match of json.matchAll(TOKEN)) {
      const [token] = match;
      const at = this.start + match.index;
      const level = levels.at(-1);
      const path = () => levels.map(({ step }) => step);
      const isName = token.startsWith('"') && level?.wantsName;
      if (!isName && !'}],:'.includes(token) && values++ === this.limits.values) {
        this.faults.push({ code: 'JSON_TOO_MANY_VALUES', position: at, seenAt: at });
      }
      if (token === '{' || token === '[') {
        if (levels.length === this.limits.depth) this.faults.push({ code: 'JSON_TOO_DEEP', position: at, seenAt: at });
        levels.push({ isArray: token === '[', step: token === '[' ? 0 : '', names: new Set(), wantsName: token === '{' });
      } else if (token === '}' || token === ']') levels.pop();
      else if (token === ',' && level) {
        if (level.isArray) (level.step as number)++;
        else level.wantsName = true;
      } else if (token === ':' && level) level.wantsName = false;
      else if (isName && level) {
        const seenAt = at + token.length - 1;
        if (utf8Length(token) < token.length) this.faults.push({ code: 'JSON_INVALID', position: at, seenAt });
        else {
          level.step = JSON.parse(Buffer.from(token, 'latin1').toString('utf8')) as string;
          const name = fold(level.step);
          const code = RESERVED.includes(name) ? 'JSON_INVALID' : level.names.has(name) ? 'DUPLICATE_MEMBER' : undefined;
          if (code) this.faults.push({ code, position: at, seenAt, path: path() });
          level.names.add(name);
        }
      } else if (token.startsWith('"') && this.fileShapes.has(shapeOf(path()))) this.file(token, at, path());
    }
  }

  private file(token: string, at: number, path: Path): void {
    if (this.lifted.length === this.limits.files) this.faults.push({ code: 'TOO_MANY_FILES', position: at, seenAt: at, path });
    this.texts.push({ from: at + 1, to: at + token.length - 1, path });
    const read = readBase64(token.slice(1, -1), at + 1, this.limits.fileBytes);
    if (Buffer.isBuffer(read)) this.lifted.push({ path, bytes: read });
    else this.faults.push({ ...read, path });
  }

  /** The first byte too much of what is no file's text, if it comes before the reading stops. */
  private skeletonFault(stopped: number): Refusal | undefined {
    let position = this.limits.skeletonBytes;
    for (const { from, to } of this.texts) if (from <= position) position += to - from;
    return position < Math.min(stopped + 1, this.body.length) ? { code: 'JSON_TOO_LARGE', position, seenAt: position } : undefined;
  }

  private notUtf8(): Refusal | undefined {
    let from = 0;
    for (const text of [...this.texts, { from: this.body.length, to: this.body.length }]) {
      const between = this.body.slice(from, text.from);
      const wellFormed = utf8Length(between);
      if (wellFormed < between.length) return { code: 'JSON_INVALID', position: from + wellFormed, seenAt: this.body.length };
      from = text.to;
    }
    return undefined;
  }
}
