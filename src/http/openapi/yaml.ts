import { setImmediate } from 'node:timers/promises';
import { yamlText } from '#libs/yaml-text';

/** A path's operations, a schema: deeper parts are written at once. */
const LEVELS = 2;

const hasMembers = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

/** Writes YAML member by member, yielding to the event loop in between: the document takes half a second. */
export async function yamlOf(value: object, levels = LEVELS): Promise<string> {
  let text = '';
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (levels > 0 && hasMembers(member)) {
      const heading = yamlText({ [name]: null }).replace(/ null\n$/, '\n');
      text += heading + (await yamlOf(member, levels - 1)).replace(/^(?=.)/gm, '  ');
    } else text += yamlText({ [name]: member });
    await setImmediate();
  }
  return text;
}
