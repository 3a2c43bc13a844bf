import { Refusal } from './api.js';
import { byId, make } from './elements.js';
import { number, t } from './text.js';

const VIEWS = ['search-view', 'document-view', 'create-view', 'usage-view'];

/** One of the views, with its name for those who do not see that it changed; the others keep what is in them. */
export function show(view, title) {
  for (const id of VIEWS) byId(id).hidden = id !== view;
  byId('title').textContent = title;
  document.title = `${title} · Acervo`;
  say();
  byId('title').focus();
}

/** What happened, until something else does. */
export function say(...sentences) {
  byId('messages').replaceChildren(...sentences.map((text) => make('p', { className: 'notice', textContent: text })));
}

/** Why it takes longer; null: no longer. */
export function tellWait(seconds) {
  byId('waiting').hidden = seconds === null;
  if (seconds === null) return;
  byId('waiting').textContent = t(
    `Chamadas demais por agora: continua em ${number(seconds)} s.`,
    `Too many calls for now: it goes on in ${number(seconds)} s.`,
  );
}

/** What did not, and how to try it again. */
export function complain(problem, again) {
  const sentences = problem instanceof Refusal ? problem.sentences : [String(problem)];
  const retry =
    again && make('button', { className: 'button', type: 'button', textContent: t('Tentar de novo', 'Try again'), onclick: again });
  const texts = sentences.map((text) => make('p', { textContent: text }));
  byId('messages').replaceChildren(make('div', { className: 'notice bad' }, texts, retry ?? null));
}

/** Does it, and says why not; `again` is offered where it may help. */
export async function attempt(work) {
  const again = () => attempt(work);
  try {
    say();
    return await work();
  } catch (problem) {
    const mayHelp = !(problem instanceof Refusal) || problem.status === 0 || problem.status === 429 || problem.status >= 500;
    complain(problem, mayHelp ? again : undefined);
    return undefined;
  }
}

export const button = (text, onclick, more = {}) =>
  make('button', { className: 'button', type: 'button', textContent: text, onclick, ...more });

export const labelled = (text, field) => make('label', {}, make('span', { textContent: text }), field);
