import { fieldKey } from '../api/field-key';
import type { FieldProblem } from '../api/refusal';
import type { Field } from '../api/structure';

export interface Sorted {
  /** By `fieldKey`. */
  byField: Readonly<Record<string, string>>;
  /** What fits no field. */
  above: readonly string[];
}

/** The service names a missing field only in its (Portuguese) sentence. */
const MISSING = 'INDEXADOR_OBRIGATORIO';

function fieldOf({ field: path, code, message }: FieldProblem, sent: readonly Field[], all: readonly Field[]): Field | undefined {
  const [, index] = /\[(\d+)\]/.exec(path) ?? [];
  if (index !== undefined) return sent[Number(index)];
  if (code !== MISSING) return undefined;
  // The longest name first: one may contain another.
  return all.toSorted((one, other) => other.label.length - one.label.length).find(({ label }) => message.includes(` ${label} `));
}

/** Puts each problem beside the field that it is about. `sent` are the fields of the call, in its order. */
export function sortProblems(problems: readonly FieldProblem[], sent: readonly Field[], all: readonly Field[]): Sorted {
  const byField: Record<string, string> = {};
  const above: string[] = [];
  for (const problem of problems) {
    const field = fieldOf(problem, sent, all);
    if (!field) above.push(problem.message);
    else byField[fieldKey(field)] = [byField[fieldKey(field)], problem.message].filter(Boolean).join(' ');
  }
  return { byField, above };
}
