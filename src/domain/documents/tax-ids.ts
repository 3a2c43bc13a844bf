const CPF = /^\d{11}$/;
/** Since July 2026 the first twelve places of a CNPJ may hold letters. */
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
const PUNCTUATION = /[.\-/\s]/g;

/** Modulo 11 with the given weights; a letter counts as its character code minus 48. */
function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const countdown = (from: number) => Array.from({ length: from - 1 }, (_, index) => from - index);
const CPF_WEIGHTS = [countdown(10), countdown(11)] as const;
const CNPJ_WEIGHTS = [
  [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
] as const;

function endsWithCheckDigits(text: string, weights: readonly (readonly number[])[]): boolean {
  const body = text.length - 2;
  return weights.every((row, index) => checkDigit(text, row) === Number(text[body + index]));
}

/** Without punctuation, upper case. */
export function bareTaxId(text: string): string {
  // ASCII letters alone: `ſ` is no S.
  return text.replace(PUNCTUATION, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

export function isCpf(bare: string): boolean {
  return CPF.test(bare) && !/^(\d)\1+$/.test(bare) && endsWithCheckDigits(bare, CPF_WEIGHTS);
}

export function isCnpj(bare: string): boolean {
  return CNPJ.test(bare) && !/^(.)\1+$/.test(bare) && endsWithCheckDigits(bare, CNPJ_WEIGHTS);
}
