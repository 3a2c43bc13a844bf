import type { Details } from '#domain/errors';

type Sentence = (details: Details) => string;
export interface Wording {
  codigo: string;
  mensagem: Sentence;
}

export const say = (codigo: string, mensagem: string | Sentence): Wording => ({
  codigo,
  mensagem: typeof mensagem === 'string' ? () => mensagem : mensagem,
});
