const at = (root, keys) => keys.reduce((node, key) => node[key], root);

/** What a schema takes over from others has no name. */
function merged(schemas) {
  const whole = Object.assign({}, ...schemas);
  delete whole.$$ref;
  return whole;
}

/** Without references; Swagger UI knows the name of a schema by its `$$ref`. */
function resolved(node, document, base) {
  const inside = (each) => resolved(each, document, base);
  if (Array.isArray(node)) return node.map(inside);
  if (node === null || typeof node !== 'object') return node;
  const { $ref, allOf = [], ...own } = node;
  if ($ref !== undefined) return { ...inside(at(document, $ref.slice(2).split('/'))), $$ref: `${base}${$ref}` };
  return { ...merged(allOf.map(inside)), ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inside(value)])) };
}

/**
 * In the place of Swagger UI's own, which reads the whole document anew for each operation that is opened, for a second or more.
 * Ours refers to nothing outside of itself, and no schema contains itself.
 */
export const resolveSubtree = async (document, path, { baseDoc = '' } = {}) => ({
  spec: resolved(at(document, path), document, baseDoc),
  errors: [],
});
