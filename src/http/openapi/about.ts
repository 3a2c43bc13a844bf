/** What a reader needs to know before the first operation. */
export const ABOUT = {
  en: `Documents of organisations: filed at levels of a tree, with indexer fields and files, found, fetched and shared.

**First calls.** \`POST /api/Autenticacao/Login\`, then \`GET /api/Estrutura\` with the token: it names every id that the other operations ask for.

**Operations** bear the number of the interface specification (\`x-operation\`) and their version, V1, V2 or V3 (\`x-version\`). What goes beyond the
specification is called an extension (\`x-extension\`).

**Names.** Incoming names (path, query, JSON) match in any case; outgoing names are spelt as shown. Every path works with \`/v1\` in front, too.
Names that an operation does not know are ignored and named in \`Campos-Ignorados\`; with \`Prefer: handling=strict\`, and by extensions, they are refused.

**Values.** Booleans: \`true\`/\`false\` in any case, \`1\`/\`0\`. Numbers: also as text. Texts: also as numbers and booleans, taken as they are written. GUIDs: any case, with or without braces. Dates: \`dd/MM/yyyy\`,
\`dd/MM/yyyy HH:mm[:ss]\` or ISO 8601; without an offset they are local to the service. What is optional may be left out, or be \`null\`.

**Errors** have one shape, with a stable \`codigo\`, a sentence in Portuguese, and all fields with problems in \`erros\`; \`x-codigos\` lists what \`codigo\` may
say. A refusal about one kind of problem is called by that kind. A call that answers 4xx has changed nothing. After 500
or 503 nobody knows in every case: repeat it under its \`Idempotency-Key\`, or look.

**Languages.** This document in Portuguese: \`/openapi.json\`; in English: \`/openapi.en.json\`; both as \`.yaml\`, too.`,

  portuguese: `Documentos de organizações: arquivados em níveis de uma árvore, com campos indexadores e arquivos; pesquisados, consultados e compartilhados.

**Primeiras chamadas.** \`POST /api/Autenticacao/Login\` e depois \`GET /api/Estrutura\` com o token: traz todos os ids que as outras operações pedem.

**Operações** levam o número da especificação da interface (\`x-operation\`) e a versão, V1, V2 ou V3 (\`x-version\`). O que vai além da especificação
se chama extensão (\`x-extension\`).

**Nomes.** Os nomes recebidos (caminho, query, JSON) valem em maiúsculas ou minúsculas; os enviados são escritos como mostrado. Todo caminho também funciona com \`/v1\` na frente.
Nomes que uma operação não conhece são ignorados e nomeados em \`Campos-Ignorados\`; com \`Prefer: handling=strict\`, e pelas extensões, são recusados.

**Valores.** Booleanos: \`true\`/\`false\` em maiúsculas ou minúsculas, \`1\`/\`0\`. Números: também como texto. Textos: também como números e booleanos, tomados como foram escritos. GUIDs: em maiúsculas ou minúsculas, com ou sem chaves.
Datas: \`dd/MM/yyyy\`, \`dd/MM/yyyy HH:mm[:ss]\` ou ISO 8601; sem deslocamento de fuso, valem no horário do serviço. O que é opcional pode faltar, ou ser \`null\`.

**Erros** têm uma única forma, com um \`codigo\` estável, uma frase em português e, em \`erros\`, todos os campos com problemas; \`x-codigos\` lista o que \`codigo\`
pode dizer. Uma recusa sobre um único tipo de problema leva o código desse tipo. Uma chamada que responde 4xx não alterou
nada. Depois de 500 ou 503 nem sempre se sabe: repita-a com a sua \`Idempotency-Key\`, ou confira.

**Idiomas.** Este documento em português: \`/openapi.json\`; em inglês: \`/openapi.en.json\`; os dois também em \`.yaml\`.`,
};
