import type { ActivityAsked } from '#application/ports/reports';
import type { Scope } from '#domain/access/scope';
import type { ParameterValues } from '#domain/reports/parameters';
import type { ClientStructure } from '#domain/trees/client-structure';
import type { ValueList } from '#domain/value-lists/value-list';

/** The reach of a report: the intersection of the reaches of all permissions that it needs. */
export class ReportReach {
  /** Clients within reach. */
  readonly structures: readonly ClientStructure[];

  constructor(
    readonly scopes: readonly [Scope, ...Scope[]],
    /** The unit that a unit report is about. */
    readonly unitId: string | null,
  ) {
    const clients = (scope: Scope) => scope.reaches.map(({ structure }) => structure);
    const [first, ...others] = this.scopes;
    const held = (clientId: string) => others.every((scope) => clients(scope).some((other) => other.clientId === clientId));
    this.structures = clients(first).filter(({ clientId }) => held(clientId));
  }

  /** The one client of a client report. */
  get structure(): ClientStructure {
    const [only, ...others] = this.structures;
    if (!only || others.length > 0) throw new Error('this report is not about exactly one client');
    return only;
  }

  get holdsWholeClient(): boolean {
    return this.scopes.every((scope) => scope.holdsWholeClient());
  }

  reachesNode({ clientId }: ClientStructure, nodeCode: number): boolean {
    return this.scopes.every((scope) => scope.reachesNode(clientId, nodeCode, this.unitId ?? undefined));
  }

  listsOf({ clientId }: ClientStructure): readonly ValueList[] {
    const [first = [], ...others] = this.scopes.map((scope) => {
      const reach = scope.reaches.find(({ structure }) => structure.clientId === clientId);
      return reach ? scope.listsOf(reach) : [];
    });
    return first.filter(({ id }) => others.every((lists) => lists.some((list) => list.id === id)));
  }
}

/** One run of a report. */
export interface ReportRequest {
  reach: ReportReach;
  parameters: ParameterValues;
}

/** The level that a report is limited to, by default with its subtree; null: all. */
export function askedNodes({ reach, parameters }: ReportRequest): number[] | null {
  const nodeId = parameters.get('levelId');
  if (nodeId === undefined) return null;
  // An unreachable level is refused like one that does not exist.
  const codes = reach.scopes.map((scope) => scope.level(nodeId, parameters.pathOf('levelId')).node.code);
  return parameters.get('withSublevels') === false ? codes.slice(0, 1) : reach.structure.subtree(codes[0] as number);
}

/** The requested period of one client. */
export function activityAsked({ reach, parameters }: ReportRequest): ActivityAsked {
  const [from, until] = [parameters.get('from'), parameters.get('until')];
  return { clientId: reach.structure.clientId, ...(from && { from }), ...(until && { until }) };
}
