/** Placeholder in a page for any content. */
const REST = '…';

const KINDS: readonly RegExp[] = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/,
  /^[0-9a-f]{64}$/,
];

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pattern = (text: string) => new RegExp(`^${text.split(REST).map(escape).join('[^]*')}$`);

function fitsText(shown: string, said: string): boolean {
  const kind = KINDS.find((candidate) => candidate.test(shown));
  return kind ? kind.test(said) : pattern(shown).test(said);
}

/** Differences between an answer and the documented one: names, types and texts must match; ids, times and numbers may differ. */
export function differences(shown: unknown, said: unknown, path = 'answer'): string[] {
  if (shown === REST) return [];
  if (typeof shown === 'string' && typeof said === 'string') return fitsText(shown, said) ? [] : [`${path}: "${said}", not "${shown}"`];
  if (Array.isArray(shown) && Array.isArray(said)) return ofLists(shown, said, path);
  if (isRecord(shown) && isRecord(said)) return ofRecords(shown, said, path);
  return typeof shown === typeof said && (shown === null) === (said === null) ? [] : [`${path}: ${JSON.stringify(said)}`];
}

/** Whether all lines are shown, in their order; one of `…` stands for any lines. */
export const showsLines = (shown: string, said: string): boolean => pattern(linesOf(shown)).test(linesOf(said));

const linesOf = (text: string) => text.split(/\r?\n/).filter(Boolean).join('\n').trim();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function ofLists(shown: unknown[], said: unknown[], path: string): string[] {
  const isOpen = shown.at(-1) === REST;
  const items = isOpen ? shown.slice(0, -1) : shown;
  if (isOpen ? said.length < items.length : said.length !== items.length) return [`${path}: ${said.length} items, not ${items.length}`];
  return items.flatMap((item, index) => differences(item, said[index], `${path}[${index}]`));
}

function ofRecords(shown: Record<string, unknown>, said: Record<string, unknown>, path: string): string[] {
  const names = Object.keys(shown).filter((name) => name !== REST);
  const more = REST in shown ? [] : Object.keys(said).filter((name) => !(name in shown));
  return [
    ...more.map((name) => `${path}.${name}: not shown`),
    ...names.flatMap((name) =>
      name in said ? differences(shown[name], said[name], `${path}.${name}`) : [`${path}.${name}: is not there`],
    ),
  ];
}
