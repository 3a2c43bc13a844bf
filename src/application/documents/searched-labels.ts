import type { Scope } from '#domain/access/scope';
import type { Zone } from '#domain/documents/calendar';
import type { Notation } from '#domain/documents/sent-value';
import type { FieldPath, FieldProblem } from '#domain/errors';
import { namesNear } from '#domain/near';
import { fold } from '#domain/text';
import type { Level } from '#domain/trees/client-structure';
import type { Field } from '#domain/trees/field';

/** Problems that name near labels: each compares with all labels within reach. */
const MOST_COMPARED = 5;

/** The levels whose fields may be searched: those that are asked for, or all within reach. */
export function searchedLevels(scope: Scope, nodeCodes: readonly number[] | undefined): Level[] {
  const { structure } = scope.client;
  const codes = nodeCodes ?? structure.nodes.map((node) => node.code).filter((code) => scope.reachesNode(scope.clientId, code));
  return codes.map((code) => structure.levelByCode(code)).filter((level) => level !== undefined);
}

/** Numbers are read as the level that is named reads them; elsewhere a point may group thousands. */
export const searchNotation = (scope: Scope, nodeId: string | undefined, zone: Zone): Notation => ({
  decimal: nodeId === undefined ? 'comma' : scope.level(nodeId).decimal,
  zone,
});

/** The fields that a caller can name: those of the levels within reach. */
export class SearchedLabels {
  private readonly known = new Map<string, readonly Field[]>();
  private all: string[] | undefined;
  private compared = 0;

  constructor(
    private readonly levels: readonly Level[],
    private readonly problems: FieldProblem[],
  ) {}

  /** How many different fields have been named. */
  get count(): number {
    return this.known.size;
  }

  /** All fields of that name; null if there is none, which is told at the path of the name. */
  named(label: string, listName: string | null, path: FieldPath): readonly Field[] | null {
    const fields = this.find(fold(label), listName === null ? null : fold(listName));
    if (fields.length > 0) return fields;
    const near = this.near(fold(label));
    this.problems.push({ path, code: 'FIELD_NOT_ON_LEVEL', details: { label, ...(near !== '' && { near }) } });
    return null;
  }

  private find(wanted: string, list: string | null): readonly Field[] {
    const key = JSON.stringify([wanted, list]);
    const known = this.known.get(key);
    if (known) return known;
    const fields = new Map(this.levels.flatMap((level) => level.named(wanted, list).map(({ field }) => [field.code, field] as const)));
    const found = [...fields.values()];
    if (found.length > 0) this.known.set(key, found);
    return found;
  }

  private near(wanted: string): string {
    if (++this.compared > MOST_COMPARED) return '';
    this.all ??= [...new Set(this.levels.flatMap(({ indexers }) => indexers.map(({ field }) => field.label)))];
    return namesNear(wanted, this.all).join(', ');
  }
}
