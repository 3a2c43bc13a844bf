const wordsOf = (id: string) => {
  const element = document.getElementById(id);
  return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
};

function keepWords(node: Node): void {
  if (!(node instanceof HTMLElement)) return;
  const referred = node.getAttribute('aria-labelledby');
  if (referred === null) return;
  const words = referred.split(' ').map(wordsOf).join(' ').trim();
  if (words === '') return node.remove();
  node.setAttribute('aria-label', words);
  node.removeAttribute('aria-labelledby');
}

/** React Aria announces a button that waits by a reference, for seven seconds; by then the button may be gone. So its words are kept. */
export function keepAnnouncements(): void {
  const logs = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(keepWords)));
  new MutationObserver(() => {
    const announcer = document.querySelector('body > [data-live-announcer]');
    if (announcer) logs.observe(announcer, { childList: true, subtree: true });
  }).observe(document.body, { childList: true });
}
