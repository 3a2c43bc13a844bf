/** Introduction of the reference. */
export const ABOUT = `Documents of organisations: filed at levels of a tree, with indexer fields and files, found, fetched and shared.

**First calls.** \`POST /api/Autenticacao/Login\`, then \`GET /api/Estrutura\` with the token: it names every id that the other operations ask for.

**Operations** bear the number of the interface specification (\`x-operation\`) and their version, V1, V2 or V3 (\`x-version\`). What goes beyond the
specification is called an extension (\`x-extension\`).

**Names.** Incoming names (path, query, JSON) match in any case; outgoing names are spelt as shown. Every path works with \`/v1\` in front, too.
Names that an operation does not know are ignored and named in \`Campos-Ignorados\`; with \`Prefer: handling=strict\`, and by extensions, they are refused.

**Values.** Booleans: \`true\`/\`false\` in any case, \`1\`/\`0\`. Numbers: also as text. Texts: also as numbers and booleans, taken as they are written. GUIDs: any case, with or without braces. Dates: \`dd/MM/yyyy\`,
\`dd/MM/yyyy HH:mm[:ss]\` or ISO 8601; without an offset they are local to the service. What is optional may be left out, or be \`null\`; where a change takes \`null\` as a value, its text says so.

**Errors** have one shape, with a stable \`codigo\`, a sentence in Portuguese, and all fields with problems in \`erros\`; \`x-codigos\` lists what \`codigo\`
may say: that of an answer for every operation, that of the operation by status what it adds. A refusal about one kind of problem is called by that kind. A call that answers 4xx has changed nothing. After 500
or 503 nobody knows in every case: repeat it under its \`Idempotency-Key\`, or look.

**Pages and cursors.** What people leaf through has numbered pages (\`Pagina\` from 1, \`TamanhoPagina\`): the search by equal values (4.4), rows of lists,
flows, tasks, users, boxes. What programs read to its end, or what grows meanwhile, has a cursor: typed searches, the audit trail and the deliveries of a webhook
(\`cursor\`: \`proximo\` of the page before, until it is null) and events (\`apos\`: \`proximo\` of the answer before, for ever). With a cursor a late page costs no more than the
first, and what is new shifts no page; a numbered page can be asked for at once, and with \`BuscarQtdPaginas\` their number.

**Languages.** This document in Portuguese: \`/openapi.json\`; in English: \`/openapi.en.json\`; both as \`.yaml\`, too.`;
