// expects: no-restricted-syntax
export const bodyOf = (request: { body: object }) => request.body;
