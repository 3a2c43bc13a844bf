import { queryOptions } from '@tanstack/react-query';
import { call } from './call';
import { queryClient } from './query-client';
import { Refusal } from './refusal';
import { session } from './session';

/** A question to the grid that was given a name: what its address says. */
export interface View {
  name: string;
  search: string;
}
interface Known {
  views: readonly View[];
  etag: string;
}
interface WireView {
  nome: string;
  consulta: string;
}
const TRIES = 5;

const path = async () => `/api/Usuario/${(session.get() ?? (await session.begun())).IdUsuario}/Visoes`;

async function readViews(signal?: AbortSignal): Promise<Known> {
  const response = await call('GET', await path(), { signal });
  const views = ((await response.json()) as WireView[]).map(({ nome, consulta }) => ({ name: nome, search: consulta }));
  return { views, etag: response.headers.get('ETag') ?? '' };
}

/** Of the person, on every device: other tabs and devices change them, too. */
export const savedViews = () => queryOptions({ queryKey: ['views'], queryFn: ({ signal }) => readViews(signal), staleTime: 0 });

async function replaceViews(views: readonly View[], etag: string): Promise<Known> {
  const body = views.map(({ name, search }): WireView => ({ nome: name, consulta: search }));
  const response = await call('PUT', await path(), { body, headers: { 'If-Match': etag } });
  return { views, etag: response.headers.get('ETag') ?? '' };
}

/** What was saved elsewhere meanwhile stays: the change is made to it. */
async function change(changed: (views: readonly View[]) => readonly View[]): Promise<void> {
  const { queryKey } = savedViews();
  let known = queryClient.getQueryData(queryKey) ?? (await readViews());
  for (let tries = 1; ; tries++) {
    try {
      const saved = await replaceViews(changed(known.views), known.etag);
      // An answer on its way may be older.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      return;
    } catch (problem) {
      if (tries === TRIES || !(problem instanceof Refusal) || problem.code !== 'VISOES_ALTERADAS') throw problem;
      known = await readViews();
    }
  }
}

const names = new Intl.Collator('pt-BR', { sensitivity: 'base' });

/** A view of the same name is replaced. */
export const saveView = (view: View) =>
  change((views) =>
    [...views.filter(({ name }) => names.compare(name, view.name) !== 0), view].toSorted((one, other) =>
      names.compare(one.name, other.name),
    ),
  );
export const forgetView = (name: string) => change((views) => views.filter((view) => view.name !== name));
