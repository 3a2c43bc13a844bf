import type { Grant, Profile } from '../../api/users';
import type { Level } from '../../api/structure';
import { lacking } from './held';

const level = (id: string, parent: string | null): Level => ({ id, parent, name: id, path: id, permissions: new Set(), fields: [] });
const client = { levels: [level('top', null), level('below', 'top'), level('beside', null)] };
const profile = (id: string, ...permissions: string[]): Profile => ({ id, name: id, permissions: new Set(permissions) });
const known = new Map(
  [profile('admin', 'usuario.administrar', 'documento.consultar'), profile('editor', 'documento.alterar')].map((each) => [each.id, each]),
);
const own = (over: Partial<Grant>): Grant => ({ client: 'c', unit: null, level: null, profile: 'admin', profileName: '', ...over });
const place = { client: 'c', unit: 'u', level: 'below' };
const reader = profile('reader', 'documento.consultar');

describe('what a granter lacks', () => {
  it('is nothing where own grants reach: any unit, the level or one above it', () => {
    for (const grant of [own({}), own({ unit: 'u' }), own({ level: 'top' }), own({ level: 'below' })])
      expect(lacking([grant], known, reader, place, client)).toEqual([]);
  });

  it('is everything elsewhere', () => {
    const all = ['usuario.administrar', 'documento.consultar'];
    for (const grant of [own({ client: 'd' }), own({ unit: 'v' }), own({ level: 'beside' })])
      expect(lacking([grant], known, reader, place, client)).toEqual(all);
    expect(lacking([own({ level: 'top' })], known, reader, { ...place, level: null }, client)).toEqual(all);
    expect(lacking([own({ unit: 'u' })], known, reader, { ...place, unit: null }, client)).toEqual(all);
  });

  it('adds up several grants', () => {
    const writer = profile('writer', 'documento.consultar', 'documento.alterar');
    expect(lacking([own({})], known, writer, place, client)).toEqual(['documento.alterar']);
    expect(lacking([own({}), own({ profile: 'editor' })], known, writer, place, client)).toEqual([]);
  });
});
