import { button } from './view.js';
import { byId, make } from './elements.js';
import { t } from './text.js';

/** Beyond so many levels branches begin closed. */
const OPEN_BELOW = 40;

/** The levels within reach as a tree of buttons; `choose` hears of each choice, null being all of them. */
export function showTree(levels, choose) {
  const known = new Set(levels.map(({ idArvoreOrganizacional }) => idArvoreOrganizacional));
  const below = (parent) => levels.filter(({ idPai }) => (known.has(idPai) ? idPai : null) === parent);

  const pick = (level) => (event) => {
    byId('tree').querySelector('[aria-current]')?.removeAttribute('aria-current');
    event.currentTarget.setAttribute('aria-current', 'true');
    choose(level);
  };
  const branch = (level) => {
    const children = below(level.idArvoreOrganizacional);
    const name = button(level.nome, pick(level), { className: 'level', title: level.caminho });
    if (children.length === 0) return make('li', {}, make('div', { className: 'leaf' }, name));
    const list = make('ul', { hidden: levels.length > OPEN_BELOW }, children.map(branch));
    const toggle = button(
      list.hidden ? '▸' : '▾',
      () => {
        list.hidden = !list.hidden;
        toggle.setAttribute('aria-expanded', String(!list.hidden));
        toggle.textContent = list.hidden ? '▸' : '▾';
      },
      {
        className: 'toggle',
        'aria-expanded': String(!list.hidden),
        'aria-label': t(`Níveis abaixo de ${level.nome}`, `Levels below ${level.nome}`),
      },
    );
    return make('li', {}, make('div', { className: 'branch' }, toggle, name), list);
  };
  const all = button(t('Todos os níveis', 'All levels'), pick(null), { className: 'level', 'aria-current': 'true' });
  byId('tree').replaceChildren(make('ul', {}, make('li', {}, make('div', { className: 'leaf' }, all)), below(null).map(branch)));
}
