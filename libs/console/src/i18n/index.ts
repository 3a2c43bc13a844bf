import { en } from './en';
import { bytesIn, dateFormat, dayIn, moneyIn, numberFormat } from './format';
import { pt, type Texts } from './pt';

const KEY = 'acervo.language';
const wanted = localStorage.getItem(KEY) ?? navigator.languages.find((language) => /^(pt|en)\b/i.test(language)) ?? 'pt';
export const isEnglish = /^en/i.test(wanted);
export const locale = isEnglish ? 'en-US' : 'pt-BR';
export const t: Texts = isEnglish ? en : pt;

/** Texts are chosen when the page loads. */
export function speak(language: 'pt' | 'en'): void {
  localStorage.setItem(KEY, language);
  location.reload();
}

export const number = (value: number) => numberFormat(locale).format(value);
export const day = (wire: string) => dayIn(locale, wire);
export const dayOf = (iso: string) => dateFormat(locale, { dateStyle: 'short' }).format(new Date(iso));
export const momentOf = (iso: string) => dateFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(iso));
export const monthOf = (date: Date) => dateFormat(locale, { month: 'short', year: '2-digit' }).format(date);
export const longMonthOf = (date: Date) => dateFormat(locale, { month: 'long', year: 'numeric' }).format(date);
export const decimal = (value: number) => numberFormat(locale, { maximumFractionDigits: 4 }).format(value);
/** Bills are in reais, with at most four decimal places. */
export const reais = (value: number) =>
  numberFormat(locale, { style: 'currency', currency: 'BRL', minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(value);
export const money = (wire: string) => moneyIn(locale, wire);
export const bytes = (value: number) => bytesIn(locale, value);
/** A value of a field of this type. */
export const shown = (type: string, value: string) => (type === 'Data' ? day(value) : type === 'Monetário' ? money(value) : value);
