// expects: no-restricted-syntax
export const documentoNovo = 1;
