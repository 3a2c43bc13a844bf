const at = (root, keys) => keys.reduce((node, key) => node[key], root);

/** What a schema takes over from others has no name. */
function merged(schemas) {
  const whole = Object.assign({}, ...schemas);
  delete whole.$$ref;
  return whole;
}

/** Without references; Swagger UI knows the name of a schema by its `$$ref`. One that contains itself is shown once. */
function resolved(node, document, base, within = []) {
  const inside = (each) => resolved(each, document, base, within);
  if (Array.isArray(node)) return node.map(inside);
  if (node === null || typeof node !== 'object') return node;
  const { $ref, allOf = [], ...own } = node;
  if ($ref !== undefined) {
    const named = { $$ref: `${base}${$ref}` };
    if (within.includes($ref)) return { type: 'object', ...named };
    return { ...resolved(at(document, $ref.slice(2).split('/')), document, base, [...within, $ref]), ...named };
  }
  return { ...merged(allOf.map(inside)), ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inside(value)])) };
}

/** A refusal that operations share has the codes that all of them have: here those of one operation, too, and no examples of others. */
function withOwnCodes({ 'x-codigos': own = {}, responses, ...operation }) {
  const whole = Object.entries(responses).map(([status, answer]) => {
    if (!answer['x-codigos']) return [status, answer];
    const codes = [...answer['x-codigos'], ...(own[status] ?? [])].sort();
    const list = codes.map((codigo) => `\`${codigo}\``).join(', ');
    const { examples, ...media } = answer.content['application/json'];
    const shown = Object.fromEntries(Object.entries(examples).filter(([codigo]) => codes.includes(codigo)));
    const content = { ...answer.content, 'application/json': { ...media, examples: shown } };
    const description = answer.description.replace(/\n\n([^:]+): [^\n]*$/, (_, word) => `\n\n${word}: ${list}.`);
    return [status, { ...answer, description, content, 'x-codigos': codes }];
  });
  return { ...operation, responses: Object.fromEntries(whole) };
}

/**
 * In the place of Swagger UI's own, which reads the whole document anew for each operation that is opened, for a second or more.
 * Ours refers to nothing outside of itself.
 */
export const resolveSubtree = async (document, path, { baseDoc = '' } = {}) => {
  const spec = resolved(at(document, path), document, baseDoc);
  return { spec: spec?.responses ? withOwnCodes(spec) : spec, errors: [] };
};
