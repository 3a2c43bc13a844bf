import type { Answer, Call } from './api';

/** An accepted call with secrets wherever possible. */
export interface Right {
  path: string;
  call?: Call;
  again?: (answer: Answer) => void;
}

export type Send = (method: string, path: string, call?: Call) => Promise<Answer>;
