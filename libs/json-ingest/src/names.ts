/** Names that reach into prototypes when a caller copies members with plain assignments. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** The form in which member names are compared: without case and surrounding blanks. Callers that look members up loosely should use this one. */
export function foldName(name: string): string {
  return name.trim().toLowerCase();
}

/** A member name, and what follows from it. */
export interface Name {
  readonly text: string;
  readonly folded: string;
  readonly isReserved: boolean;
}

export function nameOf(text: string): Name {
  const folded = foldName(text);
  return { text, folded, isReserved: RESERVED.has(folded) };
}
