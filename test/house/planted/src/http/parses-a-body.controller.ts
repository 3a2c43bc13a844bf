// expects: no-restricted-syntax
export const parsed = (text: string) => JSON.parse(text) as object;
