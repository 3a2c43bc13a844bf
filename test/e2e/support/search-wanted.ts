import type { Chance } from './chance';
import { pair } from './search-archive';
import { hasValue, inBox, type Wanted } from './search-oracle';
import type { Doc, Scene } from './search-scene';
import { BOX_TYPES, BOXES, CNPJS, FIELDS_OF, isWithin, LEVELS, POOLS, SCENE, UNITS, type Unit } from './search-scene-archive';

const ZONE = '-03:00';
const DAY_MS = 86_400_000;

/** Local time in São Paulo. */
const local = (moment: number) => new Date(moment - 3 * 3_600_000).toISOString();
const startOf = (day: string) => Date.parse(`${day}T00:00:00${ZONE}`);
const dayFirst = (day: string) => day.split('-').reverse().join('/');

export const levelWanted = (level: string): Wanted => ({
  query: { IdArvoreOrganizacional: SCENE.level(level) },
  holds: (doc) => isWithin(doc.level, level),
});

export const valueWanted = (label: string, value: string, list?: string, index = 0): Wanted => ({
  query: pair(label, value, list, index),
  holds: hasValue(label, value, list),
});

export const dueWanted = (day: string): Wanted => ({ query: { DataVencimento: day }, holds: (doc) => doc.due === day });

/** Midnight UTC is how programs write a day. */
const writtenDay = (moment: number): string | null => (moment % DAY_MS === 0 ? new Date(moment).toISOString().slice(0, 10) : null);

/** Lower bound by day or time, and upper bound, where a day includes its end. */
export function sinceWanted(moment: number, spelling: number): Wanted {
  const day = local(moment).slice(0, 10);
  const spelt: [string, number][] = [
    [dayFirst(day), startOf(day)],
    [day, startOf(day)],
    [new Date(moment).toISOString(), writtenDay(moment) === null ? moment : startOf(writtenDay(moment)!)],
    [`${local(moment).slice(0, 19)}${ZONE}`, Math.floor(moment / 1000) * 1000],
  ];
  const [text, from] = spelt[spelling % spelt.length]!;
  return { query: { DataCadastroInicial: text }, holds: (doc) => doc.created >= from };
}

export function untilWanted(moment: number, spelling: number): Wanted {
  const day = local(moment).slice(0, 10);
  const dayEnd = startOf(day) + DAY_MS - 1;
  const spelt: [string, number][] = [
    [dayFirst(day), dayEnd],
    [day, dayEnd],
    [new Date(moment).toISOString(), writtenDay(moment) === null ? moment : startOf(writtenDay(moment)!) + DAY_MS - 1],
  ];
  const [text, to] = spelt[spelling % spelt.length]!;
  return { query: { DataCadastroFinal: text }, holds: (doc) => doc.created <= to };
}

const unitWanted = (unit: Unit): Wanted => ({ query: { IdUnidade: SCENE.unit(unit) }, holds: (doc) => doc.unit === unit });
const cnpjWanted = (unit: Unit): Wanted => ({ query: { CNPJUnidade: CNPJS[unit] }, holds: (doc) => doc.unit === unit });
const boxWanted = (code: number): Wanted => ({ query: { Caixa: code }, holds: inBox(code) });
const typeWanted = (type: string): Wanted => ({ query: { IdCaixaTipo: SCENE.boxType(type) }, holds: (doc) => doc.box?.type === type });
const statusWanted = (status: number): Wanted => ({ query: { IdDocumentoStatus: status }, holds: (doc) => doc.status === status });
const codeWanted = (code: number): Wanted => ({ query: { Documento: code }, holds: (doc) => doc.code === code });
const keyWanted = (key: string): Wanted => ({ query: { ChaveExterna: key }, holds: (doc) => doc.externalKey === key });
const byWanted = (scene: Scene, login: string): Wanted => ({
  query: { IdUsuarioIndexador: scene.users[login]!.id },
  holds: (doc) => doc.by === login,
});

const units = Object.keys(UNITS) as Unit[];
const LABELS = Object.keys(POOLS);

/** Every parameter alone, with every value in the archive. */
export function everyParameter(scene: Scene): [string, Wanted][] {
  const dues = [...new Set(scene.docs.map(({ due }) => due))].filter((due) => due !== null);
  const moments = scene.docs.slice(0, 12).map(({ created }) => created);
  const all: Wanted[] = [
    ...units.flatMap((unit) => [unitWanted(unit), cnpjWanted(unit)]),
    ...LEVELS.map(levelWanted),
    ...BOXES.map(({ code }) => boxWanted(code)),
    ...BOX_TYPES.map(typeWanted),
    ...[1, 2, 3, 4, 5, 6].map(statusWanted),
    ...Object.keys(scene.users).map((login) => byWanted(scene, login)),
    ...scene.docs.slice(0, 10).map(({ code }) => codeWanted(code)),
    ...scene.docs.flatMap(({ externalKey }) => (externalKey === null ? [] : [keyWanted(externalKey)])).slice(0, 10),
    ...dues.map(dueWanted),
    ...moments.flatMap((moment, index) => [sinceWanted(moment, index), untilWanted(moment, index)]),
    ...LABELS.flatMap((label) => POOLS[label]!.map((value) => valueWanted(label, value))),
    ...['Pessoas', 'setores', ''].flatMap((list) => POOLS.Nome!.map((value) => valueWanted('nome', value, list))),
    ...['Of%', 'OFÍCIO C%', 'memo%', '50\u0025_%', '%', 'x%'].map((value) => valueWanted('ASSUNTO', value)),
  ];
  return all.map((wanted) => [JSON.stringify(wanted.query), wanted]);
}

/** Conditions met by one document, so that combinations find something; some are taken from another document. */
export function someParameters(scene: Scene, user: string, chance: Chance): Wanted[] {
  const { reach } = scene.users[user]!;
  const seen = scene.docs.filter((doc) => reach.some(({ level, unit }) => isWithin(doc.level, level) && (!unit || unit === doc.unit)));
  const one = chance.of(seen);
  const like = (): Doc => (chance.is(0.8) ? one : chance.of(seen));
  const wanted: Wanted[] = [];
  const maybe = (probability: number, make: () => Wanted | null) => {
    const next = chance.is(probability) ? make() : null;
    if (next) wanted.push(next);
  };
  maybe(0.3, () => levelWanted(one.level));
  const isEverywhere = reach.every(({ unit }) => !unit);
  maybe(0.3, () => (isEverywhere ? unitWanted(like().unit) : null));
  maybe(0.2, () => cnpjWanted(like().unit));
  maybe(0.3, () => (one.box ? boxWanted(chance.is(0.5) ? one.box.code : (one.box.outer?.code ?? one.box.code)) : null));
  maybe(0.2, () => (one.box ? typeWanted(like().box?.type ?? one.box.type) : null));
  // A deleted document is found only by its status.
  maybe(one.status === 4 ? 0.9 : 0.3, () => statusWanted(one.status));
  maybe(0.2, () => byWanted(scene, like().by));
  maybe(0.05, () => (seen.includes(one) ? codeWanted(one.code) : null));
  maybe(0.1, () => (one.externalKey === null ? null : keyWanted(one.externalKey)));
  maybe(0.25, () => (one.due === null ? null : dueWanted(one.due)));
  const [early, late] = [one, like()].sort((a, b) => a.created - b.created).map(({ created }) => created) as [number, number];
  maybe(0.25, () => sinceWanted(early, chance.whole(4)));
  maybe(0.25, () => untilWanted(late, chance.whole(3)));
  for (let index = 0; index < 3; index++) {
    maybe(0.4, () => {
      const fields = FIELDS_OF[one.level]!.filter((field) => one.values.has(`${field.list ?? ''}/${field.label}`));
      if (fields.length === 0) return null;
      const { label, kind, list } = chance.of(fields);
      const value = one.values.get(`${list ?? ''}/${label}`)!;
      const spelt = kind === 'text' && chance.is(0.3) ? `${value.slice(0, 3)}%` : value;
      return valueWanted(chance.is(0.3) ? label.toUpperCase() : label, spelt, chance.is(0.5) ? list : undefined, index * 7);
    });
  }
  return wanted;
}
