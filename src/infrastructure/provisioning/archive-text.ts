import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import { SentNumber } from '#domain/documents/sent-value';
import { LOGICAL, NUMERIC } from '#infrastructure/provisioning/archive-schema';

export interface Position {
  line: number;
  column: number;
}

/** As in JSON. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^[+-]?\d+$/;
const NOTHING = new Set(['', '~', 'null', 'Null', 'NULL']);
const TRUTH: Record<string, boolean> = { true: true, True: true, TRUE: true, false: false, False: false, FALSE: false };

const CIRCLE = Symbol('circle');

/** An archive file as it is written: what it says, and where it says it. */
export class ArchiveText {
  readonly value: unknown;
  /** Of a file that cannot be read as YAML or JSON. */
  readonly syntax: readonly (Position & { message: string })[];
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(text: string) {
    // `failsafe` reads every scalar as it is written: a CNPJ of digits alone keeps its zeros.
    this.document = parseDocument(text, { schema: 'failsafe', lineCounter: this.lines, prettyErrors: false });
    const { errors, warnings } = this.document;
    const problems = [...errors, ...warnings].map(({ message, pos }) => ({ ...this.position(pos[0]), message }));
    if (problems.length === 0) this.readScalars();
    const value = problems.length === 0 ? this.plainValue() : undefined;
    this.syntax = value === CIRCLE ? [{ line: 1, column: 1, message: 'references (*) are circular or too many' }] : problems;
    this.value = value === CIRCLE ? undefined : value;
  }

  /** As data; a level that holds itself is found here. */
  private plainValue(): unknown {
    try {
      const value: unknown = this.document.toJS({ maxAliasCount: 100 });
      JSON.stringify(value);
      return value;
    } catch {
      return CIRCLE;
    }
  }

  /** The position of a path; for a missing item, that of the nearest parent. */
  positionOf(path: DefinitionPath, ofName = false): Position {
    let node: Node | null = this.document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const step of path) {
      const found: { node: Node | null; offset: number } | null = this.child(node, step, ofName && step === path.at(-1));
      if (!found) break;
      ({ node, offset } = found);
    }
    return this.position(offset);
  }

  private child(parent: Node | null, step: string | number, ofName: boolean): { node: Node | null; offset: number } | null {
    const around = isAlias(parent) ? (parent.resolve(this.document) ?? null) : parent;
    if (!isMap(around)) {
      const node = typeof step === 'number' ? ((this.itemOf(around, step) ?? null) as Node | null) : null;
      return node && { node, offset: node.range?.[0] ?? 0 };
    }
    const pair = around.items.find(({ key }) => isScalar(key) && key.value === step) as Pair<Scalar, Node | null> | undefined;
    if (!pair) return null;
    const range = ofName ? pair.key.range : (pair.value?.range ?? pair.key.range);
    return { node: pair.value, offset: range?.[0] ?? 0 };
  }

  private itemOf(node: unknown, index: number): unknown {
    return (node as { items?: unknown[] } | null)?.items?.[index];
  }

  private position(offset: number): Position {
    const { line, col } = this.lines.linePos(offset);
    return { line, column: col };
  }

  /** Numbers and truth values where the schema expects them, numbers as they are written where values stand; else text, or nothing. */
  private readScalars(): void {
    visit(this.document, {
      Scalar: (key, node, ancestors) => {
        if (key === 'key' || node.type !== 'PLAIN') return;
        const text = String(node.value);
        if (NOTHING.has(text)) node.value = null;
        else if (withinRows(ancestors) || nameOf(ancestors) === 'value') node.value = NUMBER.test(text) ? new SentNumber(text) : text;
        else node.value = converted(nameOf(ancestors), text);
      },
    });
  }
}

function converted(name: string | undefined, text: string): unknown {
  if (name !== undefined && NUMERIC.has(name) && WHOLE.test(text)) return Number(text);
  if (name !== undefined && LOGICAL.has(name) && Object.hasOwn(TRUTH, text)) return TRUTH[text];
  return text;
}

function nameOf(ancestors: readonly unknown[]): string | undefined {
  const pair = ancestors.at(-1);
  return isPair(pair) ? keyOf(pair) : undefined;
}

const keyOf = (pair: Pair<unknown, unknown>) => (isScalar(pair.key) ? String(pair.key.value) : undefined);
const withinRows = (ancestors: readonly unknown[]) => ancestors.some((each) => isPair(each) && keyOf(each) === 'rows');
