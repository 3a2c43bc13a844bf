import { Level } from '#domain/trees/client-structure';
import type { ValueList } from '#domain/value-lists/value-list';
import type { Form } from './workflow-definition';

/**
 * A form as a level of its own: so its values obey the very rules that those of documents do. A list that the client no longer
 * has shows nothing: the form of a flow that runs may be older than that.
 */
export function formLevel({ id, name, fields, lists }: Form, known: readonly ValueList[]): Level {
  const node = { code: 0, id, parentCode: null, name, path: name, retention: null, decimal: null };
  const shown = lists.flatMap(({ listId, mandatory }) => {
    const list = known.find((each) => each.id === listId);
    return list ? [{ list, mandatory }] : [];
  });
  return new Level(node, null, [
    ...fields.map((each, position) => ({ nodeCode: node.code, position, ...each })),
    ...shown.map((each, index) => ({ nodeCode: node.code, position: fields.length + index, ...each })),
  ]);
}
