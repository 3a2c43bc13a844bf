import { ArchiveInstaller } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import { base64, loggedIn, type Api } from './api';
import type { Chance } from './chance';
import { createdBy } from './creates';
import {
  ARCHIVE,
  BOXES,
  CLIENT,
  FIELDS_OF,
  fold,
  isWithin,
  LEVELS,
  PERSONS,
  placeOf,
  POOLS,
  REACHES,
  SCENE,
  SECTOR_ROWS,
  UNITS,
  type Box,
  type SceneField,
  type Unit,
} from './search-scene-archive';
import type { Service } from './service';

export interface Doc {
  id: string;
  code: number;
  level: string;
  unit: Unit;
  box: Box | null;
  /** Shown texts by `list/label`. */
  values: Map<string, string>;
  created: number;
  by: string;
  status: number;
  due: string | null;
  externalKey: string | null;
  files: number;
}

export interface SceneUser {
  api: Api;
  id: string;
  reach: { level: string; unit?: Unit }[];
}

const dayFirst = (text: string) => (/^\d{4}-/.test(text) ? text.split('-').reverse().join('/') : text);

/** The stored form of a value: days, flags and options are normalised. */
function stored({ kind }: SceneField, sent: string): string {
  if (kind === 'date') return dayFirst(sent);
  if (kind === 'checkbox') return ['sim', 'true'].includes(sent.toLowerCase()) ? 'true' : 'false';
  if (kind === 'options') return fold(sent) === 'azul' ? 'Azul' : 'Verde-água';
  return sent;
}

/** The same day some months later, or the last day of a shorter month. */
function later(day: string | undefined, months: number): string | null {
  if (!day) return null;
  const [date, month, year] = day.split('/').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const due = Math.min(date, last.getUTCDate());
  return `${String(due).padStart(2, '0')}/${String(last.getUTCMonth() + 1).padStart(2, '0')}/${last.getUTCFullYear()}`;
}

export interface Scene {
  service: Service;
  users: Record<string, SceneUser>;
  docs: Doc[];
  /** Files another document with random values. */
  file(chance: Chance): Promise<Doc>;
}

/** A client whose documents differ in everything that a search can ask for. */
export async function searchScene(service: Service, count: number, chance: Chance): Promise<Scene> {
  await service.app.get(ArchiveInstaller).install(ARCHIVE);
  const query = async (sql: string) => (await service.database.query(sql)) as Record<string, string>[];
  await query(
    `UPDATE tree_node SET retention_months = 12, retention_field_code =
       (SELECT code FROM field WHERE id = '${stableId('list-field', CLIENT, 'Pessoas', 'Admissão')}')
     WHERE id = '${SCENE.level('Arquivo > Pessoas')}'`,
  );
  const users: Record<string, SceneUser> = {};
  for (const [login, reach] of Object.entries(REACHES)) {
    const [row] = await query(`SELECT id FROM user_account WHERE login = '${login}'`);
    users[login] = { api: await loggedIn(service.url, login), id: row!.id!, reach };
  }
  const scene: Scene = { service, users, docs: [], file: (own) => fileOne(scene, own) };
  // Sequential, so that a seed always produces the same archive.
  while (scene.docs.length < count) await scene.file(chance);
  await shapeHistory(scene, chance, query);
  return scene;
}

async function fileOne(scene: Scene, chance: Chance): Promise<Doc> {
  const level = chance.of(LEVELS);
  const unit = chance.of(Object.keys(UNITS) as Unit[]);
  const box = chance.is(0.5) ? chance.of(BOXES.filter((it) => it.keeper === 'client' || it.unit === unit)) : null;
  const by = isWithin(level, 'Arquivo > Notas') && chance.is(0.4) ? 'busca-notas' : 'busca';
  const externalKey = chance.is(0.3) ? `Ext ${chance.whole(1e9)}` : null;
  const files = chance.is(0.2) ? 1 + chance.whole(2) : 0;
  const values = new Map<string, string>();
  const sent = FIELDS_OF[level]!.filter((it) => it.list === undefined && chance.is(0.8)).map((it) => {
    const text = chance.of(POOLS[it.label]!);
    values.set(`/${it.label}`, stored(it, text));
    return { label: it.label, valorCampo: text };
  });
  const rowsOf = { Pessoas: PERSONS, Setores: SECTOR_ROWS };
  const linked = (['Pessoas', 'Setores'] as const).filter((list) => FIELDS_OF[level]!.some((it) => it.list === list) && chance.is(0.7));
  const keys = linked.map((list) => {
    const row = chance.of(rowsOf[list]);
    for (const [label, text] of Object.entries(row)) values.set(`${list}/${label}`, text);
    const label = list === 'Pessoas' ? 'CPF' : 'Código';
    return { nomeLista: list, label, valorCampo: row[label]! };
  });
  const due =
    level === 'Arquivo > Pessoas'
      ? later(values.get('Pessoas/Admissão'), 12)
      : later(isWithin(level, 'Arquivo > Notas') ? values.get('/Emissão') : undefined, 24);
  const body = {
    codigoCaixa: box?.code ?? null,
    chaveExterna: externalKey,
    valoresCampos: [...sent, ...keys],
    arquivos: Array.from({ length: files }, () => ({ arquivo: base64('Olá'), extensao: 'txt', nomeAmigavel: 'Texto' })),
  };
  const { id, code } = createdBy(await scene.users[by]!.api.post('/api/Documento/Post', { query: placeOf(level, unit), body }));
  const doc: Doc = { id, code, level, unit, box, values, created: Date.now(), by, status: box ? 2 : 6, due, externalKey, files };
  scene.docs.push(doc);
  return doc;
}

const FIRST_MOMENT = Date.parse('2021-12-30T00:00:00-03:00');
const DAYS = 6;

/** Most documents are years old, some lent, some deleted. */
async function shapeHistory(scene: Scene, chance: Chance, query: (sql: string) => Promise<unknown>): Promise<void> {
  for (const doc of scene.docs) {
    doc.created = FIRST_MOMENT + chance.whole(DAYS * 24 * 4) * 15 * 60_000 - (chance.is(0.2) ? 1 : 0);
    if (doc.box && chance.is(0.3)) doc.status = chance.of([1, 3, 5]);
    await query(`UPDATE document SET created_at = ${doc.created}, status = ${doc.status} WHERE code = ${doc.code}`);
    if (!chance.is(0.1)) continue;
    const { status } = await scene.users.busca!.api.delete('/api/Documento/Delete', {
      query: { ...placeOf(doc.level, doc.unit), idDocumento: doc.id },
    });
    if (status !== 200) throw new Error(`not deleted: ${status}`);
    doc.status = 4;
  }
}
