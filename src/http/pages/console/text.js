const isEnglish = /^en/i.test(navigator.languages.find((language) => /^(pt|en)\b/i.test(language)) ?? 'pt');

/** The page is written in Portuguese; English stands beside it. */
export const t = (portuguese, english) => (isEnglish ? english : portuguese);

export function translatePage() {
  document.documentElement.lang = t('pt-BR', 'en');
  if (isEnglish) for (const element of document.querySelectorAll('[data-en]')) element.textContent = element.dataset.en;
}

const LOCALE = t('pt-BR', 'en');
export const number = (value) => new Intl.NumberFormat(LOCALE).format(value);
export const monthName = (date) =>
  `${new Intl.DateTimeFormat(LOCALE, { month: 'short' }).format(date).replace('.', '')} ${date.getFullYear() % 100}`;
export const dayOf = (iso) => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'short' }).format(new Date(iso));

export function bytes(value) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), units.length - 1);
  return `${new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }).format(value / 1000 ** power)} ${units[power]}`;
}

/** As the service reads days. */
export const wireDay = (iso) => iso.split('-').reverse().join('/');
