/** One level up: the groups of operations come directly below the title. */
const raised = ({ tagName }) => String(Number(tagName[1]) - 1);
const operationOf = (element) => element.closest('.opblock')?.querySelector('[data-path]')?.dataset.path ?? '';
const parameterOf = (element, words) => element.closest('[data-param-name]')?.dataset.paramName ?? words.body;

/** What Swagger UI leaves without a name, a place or a way in for those who do not see it or do not point at it. */
const MENDINGS = [
  ['.information-container > section', 'aria-label', (_, words) => words.title],
  [':is(h3, h4, h5)', 'aria-level', raised],
  // It would be a landmark, and no table any more.
  ['table[role="region"]', 'role', () => 'table'],
  ['table.responses-table', 'aria-label', (table, words) => `${words.answers} ${operationOf(table)}`],
  ['textarea:not([aria-label])', 'aria-label', parameterOf],
  ['.examples-select-element', 'aria-label', (_, words) => words.example],
  [':is(select, input):not([aria-label], .examples-select-element, label *)', 'aria-label', parameterOf],
  ['.json-schema-2020-12-accordion', 'aria-label', (button, words) => button.textContent || words.details],
  // Nothing else in there can be reached with the keyboard, to move what is wider or higher than it.
  ['pre.microlight', 'tabindex', () => '0'],
];

/** Where Swagger UI speaks for itself, and not for the document. */
const OWN_WORDS =
  ':is(button, h2, h4, h5, small, i, th, .col_header, .response-col_links, .opblock-title span, .models-control span, .opblock-description-wrapper p, .examples-select__section-label, .json-schema-2020-12-keyword__name)';

function translateOwn(root, own) {
  for (const element of root.querySelectorAll(OWN_WORDS))
    for (const text of element.childNodes) {
      const word = text.nodeType === window.Node.TEXT_NODE ? own[text.data.trim()] : undefined;
      if (word !== undefined) text.data = text.data.replace(text.data.trim(), word);
    }
}

/** Now, and whenever something is drawn; attributes of Swagger UI's own stay as it set them. */
export function mend(root, words) {
  let isDue = false;
  const mendAll = () => {
    isDue = false;
    translateOwn(root, words.own);
    for (const [selector, attribute, valueOf] of MENDINGS)
      for (const element of root.querySelectorAll(selector)) {
        const value = valueOf(element, words);
        if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
      }
  };
  new window.MutationObserver(() => {
    if (!isDue) queueMicrotask(mendAll);
    isDue = true;
  }).observe(root, { childList: true, subtree: true });
  mendAll();
}
