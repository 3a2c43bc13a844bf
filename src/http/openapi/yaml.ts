import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';

/** A path's operations, a schema: what lies deeper is written in one go. */
const LEVELS = 2;
const OPTIONS = { aliasDuplicateObjects: false, lineWidth: 0 };

const hasMembers = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

/** Plain data as YAML, member by member: others get their turn in between, for the whole document takes half a second. */
export async function yamlOf(value: object, levels = LEVELS): Promise<string> {
  let text = '';
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (levels > 0 && hasMembers(member)) {
      const heading = stringify({ [name]: null }).replace(/ null\n$/, '\n');
      text += heading + (await yamlOf(member, levels - 1)).replace(/^(?=.)/gm, '  ');
    } else text += stringify({ [name]: member }, OPTIONS);
    await setImmediate();
  }
  return text;
}
