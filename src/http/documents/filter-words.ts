import type { Member } from '#domain/documents/filter';
import type { Operator } from '#domain/documents/filter-tests';

/** Operators of conditions as they are sent. */
export const OPERATOR_WORDS: Record<Operator, string> = {
  equal: 'igual',
  'not-equal': 'diferente',
  in: 'em',
  'not-in': 'nao-em',
  less: 'menor',
  'at-most': 'menor-igual',
  greater: 'maior',
  'at-least': 'maior-igual',
  between: 'entre',
  begins: 'comeca',
  'has-words': 'contem',
  empty: 'vazio',
  filled: 'preenchido',
};

/** Members of documents that conditions name by `sistema`. */
export const MEMBER_WORDS: Record<Member, string> = {
  code: 'codigo',
  created: 'cadastro',
  due: 'vencimento',
  status: 'status',
  creator: 'usuario',
  unit: 'unidade',
  box: 'caixa',
  boxType: 'tipoCaixa',
  externalKey: 'chaveExterna',
  files: 'arquivos',
  level: 'nivel',
};

export const ORDER_WORDS = { code: 'codigo', created: 'cadastro', due: 'vencimento' } as const;

/** What a word stands for; null stays null: it could not be read. */
export function meaningOf<Key extends string>(
  words: Readonly<Record<Key, string>>,
  word: string | null | undefined,
): Key | null | undefined {
  if (word == null) return word;
  return (Object.keys(words) as Key[]).find((key) => words[key] === word);
}
