/** Introduction of the reference. */
export const ABOUT = `Documents of organisations: filed at levels of a tree, with indexer fields and files, found, fetched and shared.

**First calls.** \`POST /api/Autenticacao/Login\`, then \`GET /api/Estrutura\` with the token: it names every id that the other operations ask for.

**Operations** bear the number of the interface specification (\`x-operation\`) and their version, V1, V2 or V3 (\`x-version\`). What goes beyond the
specification is called an extension (\`x-extension\`).

**Names.** Incoming names (path, query, JSON) match in any case; outgoing names are spelt as shown. Every path works with \`/v1\` in front, too.
Names that an operation does not know are ignored and named in \`Campos-Ignorados\`; with \`Prefer: handling=strict\`, and by extensions, they are refused.

**Values.** Booleans: \`true\`/\`false\` in any case, \`1\`/\`0\`. Numbers: also as text. Texts: also as numbers and booleans, taken as they are written. GUIDs: any case, with or without braces. Dates: \`dd/MM/yyyy\`,
\`dd/MM/yyyy HH:mm[:ss]\` or ISO 8601; without an offset they are local to the service. What is optional may be left out, or be \`null\`; where a change takes \`null\` as a value, its text says so.

**Errors** have one shape, with a stable \`codigo\`, a sentence in Portuguese, and all fields with problems in \`erros\`; \`x-codigos\` lists what \`codigo\` may
say. A refusal about one kind of problem is called by that kind. A call that answers 4xx has changed nothing. After 500
or 503 nobody knows in every case: repeat it under its \`Idempotency-Key\`, or look.

**Languages.** This document in Portuguese: \`/openapi.json\`; in English: \`/openapi.en.json\`; both as \`.yaml\`, too.`;
