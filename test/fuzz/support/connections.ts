import { randomBytes, randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { Tokens } from '#application/ports/users';
import { Subscriptions } from '#application/ports/access';
import { stableId } from '#application/support/stable-id';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api } from '../../e2e/support/api';
import { claimOf } from '../../e2e/support/claims';
import type { World } from './world';

const token43 = () => randomBytes(32).toString('base64url');

/** Look-ups that find nothing, unless a connection matches whatever it is asked for. */
async function knownMisses({ scene }: World): Promise<string[]> {
  const { url, app } = scene.service;
  const anybody = new Api(url);
  const tokens = app.get(Tokens);
  const claim = claimOf(scene.right.token as string);
  const stray = { ...claim, sessionId: randomUUID() };
  const access = tokens.issueAccess(stray, new Date());
  const renewal = { idUsuario: stableId('user', 'certo'), username: 'certo', refreshToken: tokens.issueRefresh(randomUUID(), 0) };
  const asked: [string, Promise<{ status: number }>, number][] = [
    ['login', anybody.post('/api/Autenticacao/Login', { body: { username: `nobody-${token43()}`, password: DEMO_PASSWORD } }), 401],
    ['token', new Api(url, access).get('/api/Estrutura'), 401],
    ['refresh token', anybody.post('/api/Autenticacao/RefreshToken', { body: renewal }), 401],
    ['share token', anybody.get(`/compartilhado/${token43()}`), 404],
    ['signature code', anybody.get('/verificar/0123456789ABCDEFGHJKMNPQRS'), 404],
  ];
  const found: string[] = [];
  for (const [what, answer, missing] of asked) {
    const { status } = await answer;
    if (status !== missing) found.push(`${what}: ${status}`);
  }
  if ((await app.get(Subscriptions).find(token43())) !== null) found.push('subscription key');
  // Known items are found: not everything is refused.
  if ((await scene.right.get('/api/Estrutura')).status !== 200) found.push('a known token is not found');
  return found;
}

/** The look-ups on each connection of the pool in turn: the others are taken meanwhile. SQLite has one. */
export async function missingOnEveryConnection(world: World, pool: number): Promise<{ ids: string[]; found: string[] }> {
  const { database } = world.scene.service;
  if (database.options.type === 'better-sqlite3') return { ids: ['the only one'], found: await knownMisses(world) };
  const held: QueryRunner[] = [];
  const ids: string[] = [];
  const found: string[] = [];
  const idOf = async (runner: QueryRunner) => {
    const [row] = (await runner.query('SELECT CONNECTION_ID() AS id')) as { id: number }[];
    return String(row?.id);
  };
  const take = async () => {
    const runner = database.createQueryRunner();
    await runner.connect();
    return runner;
  };
  try {
    for (let count = 0; count < pool; count++) held.push(await take());
    for (let index = 0; index < pool; index++) {
      const runner = held[index] as QueryRunner;
      ids.push(await idOf(runner));
      await runner.release();
      found.push(...(await knownMisses(world)).map((what) => `connection ${ids.at(-1)}: ${what}`));
      const again = (held[index] = await take());
      if ((await idOf(again)) !== ids.at(-1)) found.push(`connection ${ids.at(-1)} was not the one that was asked`);
    }
  } finally {
    for (const runner of held) await runner.release();
  }
  return { ids, found };
}
