import { byId, make } from './elements.js';

const idOf = (name) => `operations-tag-${name}`;

/** Links to the groups of operations beside them. The group that is read is marked; those that a search leaves out are hidden. */
export function showGroups(tags, openGroup) {
  const links = new Map(
    tags.map(({ name, 'x-displayName': title = name }) => {
      const go = (event) => {
        event.preventDefault();
        window.history.pushState(null, '', `#/${name}`);
        openGroup(name);
        byId(idOf(name))?.scrollIntoView();
      };
      return [idOf(name), make('a', { href: `#/${name}`, onclick: go }, title)];
    }),
  );
  byId('groups').replaceChildren(...[...links.values()].map((link) => make('li', {}, link)));
  const mark = () => {
    const heads = [...links.keys()].map(byId).filter((head) => head !== null);
    const bar = document.querySelector('.bar').offsetHeight;
    const here = heads.findLast((head) => head.getBoundingClientRect().top <= bar + 1) ?? heads[0];
    for (const [id, link] of links) {
      link.parentElement.hidden = !heads.some((head) => head.id === id);
      if (here?.id === id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  let isDue = false;
  const soon = () => {
    if (!isDue) requestAnimationFrame(() => ((isDue = false), mark()));
    isDue = true;
  };
  new window.MutationObserver(soon).observe(byId('reference'), { childList: true, subtree: true });
  window.addEventListener('scroll', soon, { passive: true });
  mark();
}
