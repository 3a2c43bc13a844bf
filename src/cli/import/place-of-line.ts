import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import type { ClientStructure } from '#domain/trees/client-structure';
import { t } from '#src/terminal/language';
import type { PlaceColumn } from './columns';
import { LineRefused } from './line-problem';

export interface LinePlace {
  clientId: string;
  unitId: string;
  nodeId: string;
}

/** Names or ids, as a line or the command gives them; empty: not given. */
export type GivenPlace = Readonly<Record<'cliente' | 'unidade' | 'nivel', string>>;

const same = (given: string, { id, name }: { id: string; name: string }) => id === given.trim().toLowerCase() || fold(name) === fold(given);
const pathOf = (path: string) => path.split('>').map(fold).join('>');

/**
 * Where a line belongs, among the places where the user may file documents: one that is elsewhere is as unknown as one that does not
 * exist. What there is but one of need not be said.
 */
export function placeOf(scope: Scope, given: GivenPlace, title: (column: PlaceColumn) => string): LinePlace {
  const one = <T>(column: 'cliente' | 'unidade' | 'nivel', things: readonly T[], fits: (thing: T) => boolean): T => {
    const named = given[column] === '' ? things : things.filter(fits);
    const [only] = named;
    if (only !== undefined && named.length === 1) return only;
    const why =
      given[column] === ''
        ? t(
            'Fill in the column, or give the option of the command: there is more than one possibility.',
            'Informe a coluna, ou a opção do comando: há mais de uma possibilidade.',
          )
        : named.length === 0
          ? t(
              `"${given[column]}" does not exist, or the user may not file documents there.`,
              `"${given[column]}" não existe, ou o usuário não pode registrar documentos ali.`,
            )
          : t(`"${given[column]}" is not unique: give the id.`, `"${given[column]}" não é único: informe o id.`);
    throw new LineRefused([{ column: title(column), message: why }]);
  };
  const clients = scope.reaches.map(({ structure }) => structure);
  const client = one('cliente', clients, ({ clientId, clientName }) => same(given.cliente, { id: clientId, name: clientName }));
  const units = client.units.filter(({ id }) => nodesFor(scope, client, id).length > 0);
  const unit = one('unidade', units, (each) => same(given.unidade, each));
  const nodes = nodesFor(scope, client, unit.id);
  const node = one('nivel', nodes, (each) => each.id === given.nivel.trim().toLowerCase() || pathOf(each.path) === pathOf(given.nivel));
  return { clientId: client.clientId, unitId: unit.id, nodeId: node.id };
}

const nodesFor = (scope: Scope, client: ClientStructure, unitId: string) =>
  client.nodes.filter(({ code }) => scope.reachesNode(client.clientId, code, unitId));
