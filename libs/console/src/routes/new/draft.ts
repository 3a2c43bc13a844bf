/** What was typed, by level, until it is created, discarded, or the person leaves. */
const keyOf = (level: string) => `acervo.draft.${level}`;

export const draftOf = (level: string) => JSON.parse(sessionStorage.getItem(keyOf(level)) ?? '{}') as Record<string, string>;
export const dropDraft = (level: string) => sessionStorage.removeItem(keyOf(level));
export function keepDraft(level: string, values: Record<string, string>): void {
  if (Object.values(values).some(Boolean)) sessionStorage.setItem(keyOf(level), JSON.stringify(values));
  else dropDraft(level);
}
