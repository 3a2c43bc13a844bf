import type { IExecuteFunctions } from 'n8n-workflow';

/** The service's largest page. */
const LARGEST = 500;

interface Page<Entry> {
  entries: Entry[];
  isLast: boolean;
}

/** As many entries as the node was asked for, page after page. */
export async function paged<Entry>(
  caller: IExecuteFunctions,
  index: number,
  read: (size: number, number: number) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  const most = caller.getNodeParameter('returnAll', index) ? Infinity : (caller.getNodeParameter('limit', index) as number);
  const size = Math.min(most, LARGEST);
  const found: Entry[] = [];
  for (let number = 1; found.length < most; number++) {
    const { entries, isLast } = await read(size, number);
    for (const entry of entries) found.push(entry);
    if (isLast) break;
  }
  return found.slice(0, most);
}
