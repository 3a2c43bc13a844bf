import type { Field } from '#domain/trees/field';
import { addMonths, readDay, writeDay } from './calendar';
import { decimalOfKey } from './decimal';
import { keyOfText, LONGEST_VALUE, readFieldValue } from './field-value';
import { AS_STORED } from './sent-value';

/** A value that a developer may send: as it is written, and as it is compared. */
export interface ExampleValue {
  text: string;
  key: string;
}

export interface Wish {
  /** A stored text: only another writing of the same value will do. */
  like?: string;
  /** A value of the parent field: only values on every side of it, closely, will do. */
  near?: ExampleValue;
}

/** Values of different keys that are tried for one field; enough to find one on the right side of its parent. */
const KEYS_TRIED = 24;
/** Texts written for an expression, half of them at random. */
const TEXTS_WRITTEN = 240;
/** Steps in writing one text for an expression; nested repetitions would never end. */
const WRITING_STEPS = LONGEST_VALUE;
/** Characters written for one expression before it is given up. */
const ALL_WRITING = 10 * LONGEST_VALUE;

const DAYS = ['2024-08-15', '2024-01-01', '2025-12-31', '2030-06-30', '2000-02-29', '1999-01-10', '2024-10-22'];
const CPFS = ['529.982.247-25', '111.444.777-35', '123.456.789-09'];
const CNPJS = ['11.222.333/0001-81', '07.664.483/0001-78', '00.000.000/0001-91', '12.ABC.345/01DE-35'];
const WORDS = ['Exemplo', 'Amostra', 'EXEMPLO', 'exemplo', 'A', 'Z', 'b', '1', '7', '123456'];
const CHECKS = ['true', 'false', 'True', 'False', 'TRUE', 'FALSE', 'sim', 'não', 'Sim', 'Não', 'SIM', 'NÃO', '1', '0', 'on', 'off'];

const bare = (taxId: string) => taxId.replace(/[.\-/]/g, '');
const inBothForms = (taxIds: readonly string[]) => taxIds.flatMap((taxId) => [taxId, bare(taxId)]);
const inAllForms = (day: string) => [writeDay(day), day, `${writeDay(day)} 00:00`, `${writeDay(day)} 00:00:00`, `${day}T00:00:00`];

function* texts({ min, max }: Field): Iterable<string> {
  for (const word of WORDS) {
    yield [...word]
      .slice(0, max ?? word.length)
      .join('')
      .padEnd(Math.min(min ?? 0, LONGEST_VALUE), 'o');
  }
}

/** With a comma; `places` at most. */
function decimal(size: number, places: number): string {
  const text = size.toFixed(places);
  return (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace('.', ',');
}

function sizes({ min, max }: Field, usual: number): number[] {
  const low = min ?? (max === null ? 0 : max - 2);
  const high = max ?? low + 2;
  return [usual, low, high, (low + high) / 2, low + 1, high - 1, Math.ceil(low), Math.floor(high), 0, 1, 10, 100, 2024, -1];
}

function moneys(size: number): string[] {
  const [whole = '', fraction = ''] = size.toFixed(2).split('.');
  const grouped = `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`;
  return [grouped, `${whole},${fraction}`, decimal(size, 4), `R$ ${grouped}`];
}

function plain(field: Field): Iterable<string> {
  switch (field.type) {
    case 'text':
      return texts(field);
    case 'number':
      return sizes(field, 1024).flatMap((size) => [decimal(size, 8), size.toFixed(2)]);
    case 'money':
      return sizes(field, 1500).flatMap(moneys);
    case 'date':
      return DAYS.flatMap(inAllForms);
    case 'cpf':
      return inBothForms(CPFS);
    case 'cnpj':
      return inBothForms(CNPJS);
    case 'cnpj-or-cpf':
      return inBothForms([...CNPJS, ...CPFS]);
    case 'checkbox':
      return CHECKS;
    case 'options':
      return field.options;
  }
}

/** Texts that stand on every side of the parent's value. */
function near(field: Field, parent: ExampleValue): string[] {
  if (field.type === 'number' || field.type === 'money') {
    return [0, 1, -1, 0.01, -0.01].map((step) => decimal(Number(decimalOfKey(parent.key)) + step, 4));
  }
  if (field.type === 'date') {
    const day = readDay(parent.key);
    return day ? [day, addMonths(day, 12), addMonths(day, -12)].flatMap(inAllForms) : [];
  }
  return [parent.text, `${parent.text}a`, parent.text.slice(0, -1)];
}

/** Other writings of a stored text. */
function alike(field: Field, text: string): string[] {
  const day = field.type === 'date' ? readDay(text) : null;
  return [text, ...(day ? inAllForms(day) : []), ...(field.type === 'checkbox' ? CHECKS : []), bare(text)];
}

function masked(mask: string): string[] {
  return ['A1', 'a1', 'B2', 'A0'].map(([letter, digit]) => mask.replaceAll('X', letter as string).replaceAll('9', digit as string));
}

/** Whether values can be held against it at all; an archive may have been configured with something else. */
export function isExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(`^(?:${pattern})$`, 'u'));
  } catch {
    return false;
  }
}

function* written(field: Field, wish: Wish): Iterable<string> {
  if (wish.like !== undefined) return yield* alike(field, wish.like);
  if (wish.near) return yield* near(field, wish.near);
  yield* plain(field);
  if (field.mask !== null) yield* masked(field.mask);
  if (field.pattern !== null) yield* textsMatching(field.pattern, field.type === 'text' ? (field.min ?? 0) : 0);
}

/** Values that the field's own rules let in, each of another key; the same ones, always. */
export function* fittingValues(field: Field, wish: Wish = {}): Iterable<ExampleValue> {
  // A field with an invalid expression has no example.
  if (field.pattern !== null && !isExpression(field.pattern)) return;
  const like = wish.like === undefined ? undefined : keyOfText(field, wish.like);
  const keys = new Set<string>();
  for (const text of written(field, wish)) {
    if (keys.size === KEYS_TRIED) return;
    const reading = text.trim() === text && text !== '' ? readFieldValue(field, text, AS_STORED) : null;
    // What is compared as nothing is nothing to file by.
    if (!reading?.ok || reading.value.key === '' || keys.has(reading.value.key)) continue;
    if (like !== undefined && reading.value.key !== like) continue;
    keys.add(reading.value.key);
    yield { text, key: reading.value.key };
  }
}

/** The first of them; null when nothing is found. */
export function exampleValue(field: Field, wish: Wish = {}): ExampleValue | null {
  for (const value of fittingValues(field, wish)) return value;
  return null;
}

/** A part of an expression, as far as it writes something. */
type Part =
  | { kind: 'one of'; characters: readonly string[] }
  | { kind: 'sequence' | 'choice'; parts: readonly Part[] }
  | { kind: 'repeat'; part: Part; min: number; max: number }
  | { kind: 'group'; part: Part; names: readonly string[] }
  | { kind: 'again'; name: string };

const NOTHING: Part = { kind: 'sequence', parts: [] };
const CHARACTERS = 'A1aBCDEFGHIJKLMNOPQRSTUVWXYZ234567890bcdefghijklmnopqrstuvwxyz-_ .,:;/@#$%&*+=!?()[]{}<>|^~\'"`\\ÁÉÍÓÚÇÃÕáéíóúçãõ';
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const OPENING = /\((?:\?(?:(<?[=!])|<([^>]+)>|[a-z-]*:))?/y;
const ESCAPE =
  /\\(?:([1-9]\d*)|k<([^>]+)>|([bB])|[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|x[0-9a-fA-F]{2}|c[a-zA-Z]|.)/uy;
const CLASS = /\[(?:\\.|[^\\\]])*\]/uy;

/** Reads an expression that the engine has accepted; the engine checks every generated character. */
class Expression {
  private at = 0;
  private groups = 0;
  private readonly characters: readonly string[];

  constructor(private readonly source: string) {
    const named = [...source.matchAll(/\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/g)];
    const points = named.map(([, ...codes]) => String.fromCodePoint(parseInt(codes.find(Boolean) as string, 16)));
    this.characters = [...new Set([...CHARACTERS, ...source, ...points])];
  }

  read(): Part {
    const parts = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      parts.push(this.sequence());
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts };
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] as string)) parts.push(this.repeated(this.atom()));
    return { kind: 'sequence', parts };
  }

  private repeated(part: Part): Part {
    const match = this.take(QUANTIFIER);
    if (!match) return part;
    const [, sign, count, comma, most] = match;
    if (sign) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    return { kind: 'repeat', part, min: Number(count), max: comma === undefined ? Number(count) : most ? Number(most) : Infinity };
  }

  private atom(): Part {
    const opening = this.take(OPENING);
    if (opening) return this.group(opening[0], opening[1], opening[2]);
    const escape = this.take(ESCAPE);
    if (escape) {
      const name = escape[1] ?? escape[2];
      if (name !== undefined) return { kind: 'again', name };
      return escape[3] ? NOTHING : this.oneOf(escape[0]);
    }
    const character = this.take(CLASS)?.[0] ?? String.fromCodePoint(this.source.codePointAt(this.at) as number);
    if (!character.startsWith('[')) this.at += character.length;
    return character === '^' || character === '$' ? NOTHING : this.oneOf(character);
  }

  private group(opening: string, lookaround: string | undefined, name: string | undefined): Part {
    const captures = opening === '(' || name !== undefined;
    const names = captures ? [String(++this.groups), ...(name === undefined ? [] : [name])] : [];
    const part = this.read();
    this.at++;
    // What stands ahead or behind is written by other parts, or by luck.
    return lookaround === undefined ? { kind: 'group', part, names } : NOTHING;
  }

  private oneOf(source: string): Part {
    const one = new RegExp(`^${source}$`, 'u');
    return { kind: 'one of', characters: this.characters.filter((character) => one.test(character)) };
  }

  private take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at;
    const match = form.exec(this.source);
    if (match) this.at = form.lastIndex;
    return match;
  }
}

/** Decides where an expression leaves a choice: a number from 0 up to, not including, `count`. */
type Pick = (count: number) => number;

function write(expression: Part, pick: Pick, more: () => number): string {
  const groups = new Map<string, string>();
  let steps = 0;
  const text = (part: Part): string => {
    if (++steps > WRITING_STEPS) return '';
    switch (part.kind) {
      case 'one of':
        return part.characters[pick(part.characters.length)] ?? '';
      case 'sequence':
        return part.parts.map(text).join('');
      case 'choice':
        return text(part.parts[pick(part.parts.length)] as Part);
      case 'again':
        return groups.get(part.name) ?? '';
      case 'group': {
        const written = text(part.part);
        for (const name of part.names) groups.set(name, written);
        return written;
      }
      case 'repeat': {
        let written = '';
        for (let left = Math.min(part.max, part.min + more()); left > 0 && steps <= WRITING_STEPS; left--) written += text(part.part);
        return written;
      }
    }
  };
  return text(expression);
}

/** Texts that an expression may let in, about as long as wanted; each is still to be held against it. */
function* textsMatching(pattern: string, length: number): Iterable<string> {
  const expression = new Expression(`(?:${pattern})`).read();
  let state = 1;
  const random: Pick = (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const lengths = [...Array(41).keys(), length - 2, length - 1, length].filter((more) => more >= 0);
  let effort = 0;
  // By turns, as one kind may write nothing but endless texts.
  for (let turn = 0; turn < TEXTS_WRITTEN && effort < ALL_WRITING; turn++) {
    const more = turn % 2 === 0 ? lengths[turn / 2] : undefined;
    const text =
      more === undefined
        ? write(expression, random, () => random(turn % 12))
        : write(
            expression,
            () => 0,
            () => more,
          );
    effort += text.length;
    yield text;
  }
}
