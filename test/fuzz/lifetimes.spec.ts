import * as fc from 'fast-check';
import { stableId } from '#application/support/stable-id';
import { swept } from '../e2e/support/adding-files';
import { send, idsOf, requestOf } from '../e2e/support/matrix-calls';
import { isFilter } from '../e2e/support/matrix-expectation';
import { matrixRoutes } from '../e2e/support/matrix-routes';
import { contentOf } from '../e2e/support/matrix-state';
import type { MatrixRoute, Slot, Species, Things } from '../e2e/support/matrix-types';
import { STORAGE } from '../e2e/support/service';
import { Coverage } from './support/coverage';
import type { DescribedOperation } from './support/document';
import { Judge } from './support/judge';
import { inputsOf } from './support/mutations';
import { writeRecord } from './support/record';
import { sendRequest, told, type FuzzRequest } from './support/requests';
import { IS_LONG, SEED } from './support/settings';
import { World } from './support/world';

jest.setTimeout(600_000);

const routes = matrixRoutes();
const writing = routes.filter(({ method }) => method !== 'GET');
const coverage = new Coverage();
const failed = new Set<string>();
const start = performance.now();
let world: World;
let judge: Judge;
beforeAll(async () => {
  world = await World.open();
  judge = new Judge(world, coverage);
});
afterAll(async () => {
  process.stderr.write(`[lifetimes on ${STORAGE}] ACERVO_SEED=${SEED}\n${coverage.table()}\n`);
  writeRecord('lifetimes', 'What refused calls leave behind, and ids where they do not belong', start, coverage, failed);
  await swept(world.scene.service);
  await world.scene.service.stop();
});

/** Refused once; refused again, they must leave every table as it was. */
describe('refused calls leave nothing', () => {
  const INPUTS = IS_LONG ? 200 : 6;

  it.each(writing.map((route) => [route.title, route] as const))('%s', async (title, { spec }) => {
    const { service } = world.scene;
    const made = inputsOf(world.document, world.operations.get(title) as DescribedOperation).filter(({ kind }) => kind !== 'valid');
    // What asks for nothing has nothing to refuse but its caller, whom chance may not have exchanged.
    const refuses = spec.query !== undefined || spec.body !== undefined;
    const refused: { request: FuzzRequest; token: string | null }[] = [];
    for (const [index, input] of fc.sample(made, { seed: SEED, numRuns: 20 * INPUTS }).entries()) {
      // What is refused is chance: until something is.
      if (index >= INPUTS && (refused.length > 0 || !refuses)) break;
      const request = await judge.requestOf(title, input);
      const token = world.tokenFor(input);
      const answer = await judge.answerTo(title, input.kind, request, token);
      if (answer !== 'hung up' && answer.status >= 400) refused.push({ request, token });
    }
    await swept(service);
    const before = await contentOf(service, spec.permission === null);
    const taken: string[] = [];
    for (const { request, token } of refused) {
      const answer = await sendRequest(service.url, token, request);
      if (answer !== 'hung up' && answer.status < 400) taken.push(`${answer.status} at the second attempt: ${told(request)}`);
    }
    await swept(service);
    failed.add(title);
    expect(taken).toEqual([]);
    expect(await contentOf(service, spec.permission === null)).toEqual(before);
    expect(refused.length > 0 || !refuses).toBe(true);
    failed.delete(title);
  });
});

/** With another id of the right user's in one slot, whatever it stands for. */
async function statusWith(route: MatrixRoute, slot: Slot, other: Partial<Record<Species, string>>): Promise<number> {
  const own = Object.entries(other).map(([species, id]) => [species, { ...world.scene.things[species as Species], own: id }]);
  const things = { ...world.scene.things, ...(Object.fromEntries(own) as Partial<Things>) };
  const sent = await requestOf(world.scene, route, idsOf(route, things, { slot, kind: 'own' }));
  const answer = await send(world.scene.service.url, world.scene.right.token, sent);
  coverage.count(route.title, 'near', answer.status);
  return answer.status;
}

describe('a child belongs to its parent', () => {
  const FAMILIES: readonly [Species, Species][] = [
    ['document', 'file'],
    ['list', 'row'],
    ['list', 'list field'],
  ];
  const cases = FAMILIES.flatMap(([parent, child]) =>
    routes
      .filter(({ slots }) => slots.some(({ species }) => species === parent))
      .flatMap((route) =>
        route.slots.filter(({ species }) => species === child).map((slot) => ({ title: route.title, parent, child, route, slot })),
      ),
  );

  it.each(cases)('$title refuses a $child of another $parent', async ({ parent, child, route, slot }) => {
    const [one, two] = [await world.scene.fresh(), await world.scene.fresh()];
    const others = parent === 'document' ? { document: one.document, file: two.file } : { list: stableId('list', 'Matriz', 'Cores') };
    expect(child in world.scene.things).toBe(true);
    const status = await statusWith(route, slot, others);
    if (status < 400) failed.add(route.title);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('covers every kind of relation', () => {
    expect(new Set(cases.map(({ child }) => child)).size).toBe(FAMILIES.length);
  });
});

describe('an id is valid for one kind of object', () => {
  const SPECIES: readonly Species[] = ['client', 'unit', 'level', 'document', 'file', 'list', 'row', 'user', 'bill', 'flow', 'definition'];
  const idOf = (species: Species) => world.scene.things[species].own as string;
  /** The short form tries two of them, which ones the seed says. */
  const chosen = (all: Species[]) =>
    IS_LONG ? all : [all[SEED % all.length], all[(SEED + 5) % all.length]].map((each) => each as Species);
  const about = routes.filter(({ slots }) => slots.some((slot) => slot.species !== 'free' && !isFilter(slot)));

  it.each(about.map((route) => [route.title, route] as const))('%s accepts no id of another kind', async (title, route) => {
    const taken: string[] = [];
    for (const slot of route.slots.filter((each) => each.species !== 'free' && !isFilter(each))) {
      for (const species of chosen(SPECIES.filter((each) => idOf(each) !== idOf(slot.species)))) {
        const status = await statusWith(route, slot, { [slot.species]: idOf(species) });
        if (status < 400) taken.push(`${status} for a ${species} as ${slot.where} ${slot.path.join('.')}`);
      }
    }
    if (taken.length > 0) failed.add(title);
    expect(taken).toEqual([]);
  });
});
