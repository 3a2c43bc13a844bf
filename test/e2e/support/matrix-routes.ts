import { controllers } from '#http/http.module';
import { OPERATION, type OperationSpec } from '#http/openapi/operation-spec';
import { membersOf, type Class, type Member } from '#http/validation/members';
import { routes } from '../../../scripts/docs/operations-table';
import { SAMPLES } from './matrix-calls';
import type { MatrixRoute, Slot, Species } from './matrix-types';

/** Meaning of an id by its name. An unknown name fails the test and must be added here. */
const SPECIES: Record<string, Species> = {
  idcliente: 'client',
  idclientepermissao: 'client',
  idunidade: 'unit',
  idunidadepermissao: 'unit',
  idarvoreorganizacional: 'level',
  iddocumento: 'document',
  idimagem: 'file',
  idarquivo: 'file',
  idlista: 'list',
  idlinhalista: 'row',
  idcampo: 'list field',
  idusuario: 'user',
  idchefe: 'user',
  idusuarioindexador: 'user',
  idperfil: 'profile',
  idcaixatipo: 'box type',
  idarvore: 'level',
  billid: 'bill',
  idrelatorio: 'report',
  idwebhook: 'webhook',
  idsessao: 'session',
  idconta: 'account',
  idchave: 'api key',
  idresponsavel: 'user',
  idobjeto: 'free',
  idnivel: 'level',
  // Specific to each report and covered by the tests of 8.2.
  idparam: 'free',
  documentos: 'document',
  idconfworkflow: 'definition',
  idworkflow: 'flow',
  idworkflowetapaexecucao: 'execution',
  idtarefa: 'task',
  idproximatarefa: 'task',
  idformulario: 'form',
  // Whoever calls, and nobody else.
  'viewspath.idusuario': 'caller',
  // Users who may act in flows.
  'activatebody.idusuario': 'responsible',
  'completebody.idusuario': 'responsible',
  // Fields of a flow's form.
  'formfieldbody.idcampo': 'form field',
  'formchangebody.idcampo': 'form field',
  'formchangebody.idlista': 'form list',
  origemassinatura: 'origin',
  arquivos: 'file',
  // Not stored by this service: any id is accepted.
  idhorariotrabalho: 'free',
  idcalendario: 'free',
  idgrupochefeimediato: 'free',
};

export function speciesOf(name: string, owner: string): Species {
  const species = SPECIES[`${owner}.${name}`.toLowerCase()] ?? SPECIES[name.toLowerCase()];
  if (!species) throw new Error(`the matrix does not know what ${name} stands for`);
  return species;
}

function found({ kind, of, max }: Member, slot: Omit<Slot, 'species' | 'isList'>, owner: string, within: readonly Class[]): Slot[] {
  const isList = max !== undefined;
  // A filter holds filters: their ids are the same again.
  if (of) return within.includes(of()) ? [] : slotsOf(of(), slot.where, isList ? [...slot.path, 0] : slot.path, within);
  return kind === 'guid' ? [{ ...slot, species: speciesOf(slot.name, owner), isList }] : [];
}

function slotsOf(type: Class, where: Slot['where'], path: Slot['path'] = [], within: readonly Class[] = []): Slot[] {
  return membersOf(type).flatMap((member) =>
    found(member, { where, name: member.name, path: [...path, member.name], optional: !member.required }, type.name, [...within, type]),
  );
}

/** All routes of the service with all ids that they read. */
export function matrixRoutes(): MatrixRoute[] {
  const classes = controllers as readonly { name: string; prototype: object }[];
  return routes().map(({ method, path, handler }) => {
    const [controller, name] = handler.split('.') as [string, string];
    const owner = classes.find((each) => each.name === controller)!;
    const spec = Reflect.getMetadata(OPERATION, Reflect.get(owner.prototype, name) as object) as OperationSpec;
    const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!.toLowerCase()));
    const address = spec.query ? slotsOf(spec.query, 'query') : [];
    const slots = [
      ...address.map((slot) => (inPath.has(slot.name.toLowerCase()) ? { ...slot, where: 'path' as const } : slot)),
      ...(spec.body ? slotsOf(spec.body.type, 'body', spec.body.isArray ? [0] : []) : []),
    ];
    const title = `${method} ${path}`;
    const { always = [], leaves = [] } = SAMPLES[title] ?? {};
    const asked = slots.filter(({ name }) => !leaves.includes(name));
    return { title, method, path, spec, slots: asked.map((slot) => (always.includes(slot.name) ? { ...slot, optional: false } : slot)) };
  });
}
