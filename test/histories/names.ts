import { createHash } from 'node:crypto';
import type { ListName } from './archive';

const digits = (value: number, length: number) => String(value).padStart(length, '0');

const checkDigit = (number: string, weights: readonly number[]) => {
  const rest = weights.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};
const CNPJ = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const CPF = [10, 9, 8, 7, 6, 5, 4, 3, 2];

function cnpj(value: number): string {
  const base = digits(20_000_000_0001 + value * 10_000, 12);
  const first = base + checkDigit(base, CNPJ);
  return first + checkDigit(first, [6, ...CNPJ]);
}

function cpf(value: number): string {
  const base = digits(200_000_000 + value, 9);
  const first = base + checkDigit(base, CPF);
  return first + checkDigit(first, [11, ...CPF]);
}

/** Values of one history's own, so that histories on one service do not meet. */
export class Names {
  readonly prefix: string;

  constructor(private readonly serial: number) {
    this.prefix = `h${digits(serial, 6)}`;
  }

  number = (pick: number) => String(this.serial * 10 + pick);
  text = (pick: number) => `${this.prefix} ${['alfa', 'Ação  Dupla', 'Beta'][pick]}`;
  /** The same text as somebody else would write it, and the beginning that all of them share. */
  searched = (pick: number, spelling: number) =>
    [
      this.text(pick),
      this.text(pick).toUpperCase(),
      this.text(pick).normalize('NFD').replace(/\p{M}/gu, '').replace(/ +/g, '   '),
      `${this.prefix} %`,
    ][spelling] as string;
  rowName = (pick: number) => `${this.prefix} ${['Um', 'Dois'][pick]}`;
  more = (pick: number) => ['', `${this.prefix} cá`, `${this.prefix} lá`][pick] as string;
  externalKey = (pick: number) => `${this.prefix}-x${pick}`;
  idempotencyKey = (pick: number) => `${this.prefix}-k${pick}`;
  content = (pick: number) => `content ${pick} of ${this.prefix}`;
  fileName = (pick: number) => ['Nota', 'Anexo é', 'nota 2'][pick] as string;

  rowKey(list: ListName, pick: number): string {
    const value = this.serial * 4 + pick;
    return { suppliers: cnpj, customers: cpf, staff: (n: number) => String(1_000_000 + n) }[list](value);
  }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const DAYS = [
  ['15/08/2024', '15/08/2024'],
  ['2024-08-15', '15/08/2024'],
  ['01/02/2023', '01/02/2023'],
  ['2022-12-31', '31/12/2022'],
] as const;
export const day = (pick: number) => DAYS[pick] as readonly [sent: string, shown: string];
export const AMOUNTS = ['1500,50', '0,01'];
export const OPTIONS = ['Vigente', 'Encerrado'];
/** The last of them has passed; as sent, and as the day on which the share ends. */
export const DEADLINES = [
  ['31/12/2099', '2099-12-31T'],
  ['2098-06-30', '2098-06-30T'],
  ['01/01/2020', null],
] as const;
