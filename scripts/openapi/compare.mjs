/** What a program written against one OpenAPI document would stumble over in the next. A request may ask for less, an answer may say more: never the other way round. */
import { breaksOfSchema, resolve } from './compare-schemas.mjs';

const operationsOf = (document) =>
  new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

const needsToken = ({ security = [] }) => security.length > 0 && security.every((way) => Object.keys(way).length > 0);

function* breaksOfParameters(documents, before, after) {
  const byName = (document, { parameters = [] }) =>
    new Map(
      parameters.map((parameter) => resolve(document, parameter)).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
    );
  const [known, now] = [byName(documents.before, before), byName(documents.after, after)];
  for (const [name, parameter] of known) {
    const next = now.get(name);
    if (!next) yield `parameter ${name} is gone`;
    else {
      if (next.required && !parameter.required) yield `parameter ${name} is required now`;
      yield* breaksOfSchema(documents, parameter.schema, next.schema, 'request', `parameter ${name}`);
    }
  }
  for (const [name, { required }] of now) if (required && !known.has(name)) yield `parameter ${name} is new and required`;
}

function* breaksOfContent(documents, before = {}, after = {}, direction, what) {
  for (const [media, { schema }] of Object.entries(before)) {
    if (!after[media]) yield `${what} is no longer ${media}`;
    else yield* breaksOfSchema(documents, schema, after[media].schema, direction, `${what} ${media}`);
  }
}

function* breaksOfBody(documents, { requestBody: before }, { requestBody: after }) {
  if (!before) {
    if (after?.required) yield 'a body is required now';
    return;
  }
  if (!after) return yield 'the body is gone';
  if (after.required && !before.required) yield 'the body is required now';
  yield* breaksOfContent(documents, before.content, after.content, 'request', 'body');
}

/** An answer that operations share has the codes that all of them have. */
const codesOf = (document, operation, status) => [
  ...(resolve(document, operation.responses[status])['x-codigos'] ?? []),
  ...(operation['x-codigos']?.[status] ?? []),
];

function* breaksOfAnswers(documents, before, after) {
  for (const [status, given] of Object.entries(before.responses)) {
    const answer = resolve(documents.before, given);
    const next = resolve(documents.after, after.responses[status]);
    if (!next) {
      yield `answer ${status} is gone`;
      continue;
    }
    for (const name of Object.keys(answer.headers ?? {})) if (!next.headers?.[name]) yield `header ${name} of ${status} is gone`;
    const now = codesOf(documents.after, after, status);
    for (const code of codesOf(documents.before, before, status)) if (!now.includes(code)) yield `code ${code} of ${status} is gone`;
    yield* breaksOfContent(documents, answer.content, next.content, 'response', `answer ${status}`);
  }
}

function* breaksOfOperation(documents, before, after) {
  if (before.operationId !== after.operationId) yield `its id was ${before.operationId} and is ${after.operationId}`;
  if (needsToken(after) && !needsToken(before)) yield 'it needs a token now';
  yield* breaksOfParameters(documents, before, after);
  yield* breaksOfBody(documents, before, after);
  yield* breaksOfAnswers(documents, before, after);
}

/** Every break, as a sentence that begins with the operation. */
export function breaksBetween(before, after) {
  const documents = { before, after };
  const now = operationsOf(after);
  return [...operationsOf(before)].flatMap(([title, operation]) => {
    const next = now.get(title);
    if (!next) return [`${title}: the operation is gone`];
    return [...new Set(breaksOfOperation(documents, operation, next))].map((sentence) => `${title}: ${sentence}`);
  });
}
