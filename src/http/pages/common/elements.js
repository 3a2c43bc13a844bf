/** An element with properties and children; texts become text and nothing else. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes('-') && name !== 'list' && name !== 'form') element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

const THEME = 'acervo.theme';

/** Light or dark as the system has it, until the person chooses. */
export function followTheme(button, apply) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (localStorage.getItem(THEME) ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const show = () => {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    apply?.(isDark());
  };
  button.addEventListener('click', () => {
    localStorage.setItem(THEME, isDark() ? 'light' : 'dark');
    show();
  });
  system.addEventListener('change', show);
  show();
}
