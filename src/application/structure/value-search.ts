import { fittingValues, type ExampleValue } from '#domain/documents/example-value';
import { parentProblems } from '#domain/documents/parent-rule';
import type { Field } from '#domain/trees/field';

export interface Wanted {
  field: Field;
  /** If this field has no value, the result is useless. */
  needed: boolean;
  /** A stored text: only equivalent spellings of it are allowed. */
  like?: string;
}

/** Which fields may stay empty, strictest first: the search fills as many as possible. */
const LENIENCES = ['nothing', 'what is not needed', 'anything'] as const;
type Leave = (typeof LENIENCES)[number];

type Filled = Wanted & { value: ExampleValue };
type Values = Map<number, ExampleValue>;

/** Limit of comparisons with parents per search. */
const STEPS = 5000;

/** Searches for consistent values: a field with a parent is filled after it and compared with it as configured. */
class ValueSearch {
  private steps = 0;
  private readonly children = new Map<number, Wanted[]>();
  private readonly usual = new Map<number, readonly ExampleValue[]>();

  constructor(private readonly wanted: readonly Wanted[]) {
    for (const item of wanted) {
      const parent = item.field.parentCode;
      if (parent !== null) this.children.set(parent, [...(this.children.get(parent) ?? []), item]);
    }
  }

  /** A field whose parent is missing, or that is its own ancestor, cannot be filled. */
  run(): Values {
    const roots = this.wanted.filter(({ field }) => field.parentCode === null);
    return new Map(roots.flatMap((root) => [...this.family(root)]));
  }

  private family(root: Wanted): Values {
    for (const leave of LENIENCES) {
      this.steps = 0;
      const found = this.fill(root, null, leave);
      if (found) return found;
    }
    return new Map();
  }

  private fill(item: Wanted, parent: Filled | null, leave: Leave): Values | null {
    const { field } = item;
    for (const value of this.candidates(item, parent)) {
      if (++this.steps > STEPS) break;
      if (parent && !agree(field, value, parent)) continue;
      const family = this.fillChildren({ ...item, value }, leave);
      if (family) return family.set(field.code, value);
    }
    return leave === 'anything' || (leave === 'what is not needed' && !this.isNeeded(item)) ? new Map() : null;
  }

  private *candidates(item: Wanted, parent: Filled | null): Iterable<ExampleValue> {
    const { field, like } = item;
    if (like !== undefined) return yield* fittingValues(field, { like });
    if (!parent) return yield* fittingValues(field);
    if (field.parentOperator !== null) yield* fittingValues(field, { near: parent.value });
    // The candidates of a child are tried for every value of its parent.
    const usual = this.usual.get(field.code) ?? [...fittingValues(field)];
    this.usual.set(field.code, usual);
    yield* usual;
  }

  private fillChildren(parent: Filled, leave: Leave): Values | null {
    const family: Values = new Map();
    for (const child of this.children.get(parent.field.code) ?? []) {
      const found = this.fill(child, parent, leave);
      if (!found) return null;
      for (const [code, value] of found) family.set(code, value);
    }
    return family;
  }

  private isNeeded({ field, needed }: Wanted): boolean {
    return needed || (this.children.get(field.code) ?? []).some((child) => this.isNeeded(child));
  }
}

function agree(field: Field, { key }: ExampleValue, parent: Filled): boolean {
  const held = [
    { field: { ...parent.field, parentCode: null }, key: parent.value.key, path: [] },
    { field, key, path: [] },
  ];
  return parentProblems(held, [], new Set()).length === 0;
}

/** Values by field code for the fields of one level or list. Fields without a solution are left out. */
export function valuesThatFit(wanted: readonly Wanted[]): ReadonlyMap<number, ExampleValue> {
  return new ValueSearch(wanted).run();
}
