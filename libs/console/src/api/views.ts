import { store } from '../store';
import { session } from './session';

/** A question to the grid that was given a name: what its address says. */
export interface View {
  name: string;
  search: string;
}

/** On this device, for each person: the service does not keep views. */
const keyOf = () => `acervo.views.${session.get()?.IdUsuario ?? ''}`;

function read(): readonly View[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf()) ?? '[]') as View[];
  } catch {
    return [];
  }
}

export const views = store<readonly View[]>(read());
session.store.subscribe(() => views.set(read()));

const keep = (all: readonly View[]) => {
  localStorage.setItem(keyOf(), JSON.stringify(all));
  views.set(all);
};

/** A view of the same name is replaced. */
export const saveView = (view: View) =>
  keep([...views.get().filter(({ name }) => name !== view.name), view].toSorted((one, other) => one.name.localeCompare(other.name)));
export const forgetView = (name: string) => keep(views.get().filter((view) => view.name !== name));
