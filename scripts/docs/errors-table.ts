import { DomainError, type ErrorCode } from '#domain/errors';
import { ERRORS, FIELD_ERRORS } from '#http/errors/messages';
import { statusOf } from '#http/errors/statuses';

export const PAGE_LANGUAGES = ['pt', 'en'] as const;
type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const MARK = '<!-- errors: made by npm run operations -->';

const HEADINGS: Record<PageLanguage, { whole: string[]; field: string[] }> = {
  pt: { whole: ['`codigo`', 'Status', '`mensagem`'], field: ['`erros[].codigo`', '`mensagem`'] },
  en: { whole: ['`codigo`', 'Status', 'Meaning', '`mensagem`'], field: ['`erros[].codigo`', 'Meaning', '`mensagem`'] },
};

/** What a sentence names of a single case. */
const ANYTHING = new Proxy({}, { get: () => '…' });
const sentence = (mensagem: (details: Record<string, string>) => string) => mensagem(ANYTHING).replace('NaN MB', '… MB');
const words = (name: string) => name.toLowerCase().replaceAll('_', ' ');

const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  [headings, headings.map(() => '---'), ...rows].map(row).join('\n');

function tables(language: PageLanguage): string {
  const meaning = (name: string) => (language === 'en' ? [words(name)] : []);
  const whole = Object.entries(ERRORS).map(([name, { codigo, mensagem }]) => {
    const status = String(statusOf(new DomainError(name as ErrorCode)));
    return [`\`${codigo}\``, status, ...meaning(name), sentence(mensagem)];
  });
  const field = Object.entries(FIELD_ERRORS).map(([name, { codigo, mensagem }]) => [`\`${codigo}\``, ...meaning(name), sentence(mensagem)]);
  const { whole: wholeHeadings, field: fieldHeadings } = HEADINGS[language];
  return [table(wholeHeadings, whole.sort(byStatus)), table(fieldHeadings, field)].join('\n\n');
}

const byStatus = ([, one = '']: readonly string[], [, other = '']: readonly string[]) => Number(one) - Number(other);

/** A page of `docs/<language>/errors.md` with the tables of the code behind its mark. */
export function withErrorTables(page: string, language: PageLanguage): string {
  return `${page.split(MARK)[0] ?? ''}${MARK}\n\n<!-- prettier-ignore-start -->\n\n${tables(language)}\n\n<!-- prettier-ignore-end -->\n`;
}
