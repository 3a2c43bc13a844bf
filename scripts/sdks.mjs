/** The SDKs beside that of TypeScript, by the names that `npm run test:clients` gives them. */

export const SDKS = {};
