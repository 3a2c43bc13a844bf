// expects: no-restricted-syntax
export const home = process.env.HOME;
