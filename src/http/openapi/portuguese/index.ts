import { ABOUT } from '../about';
import { BEYOND } from './beyond';
import { DOCUMENTS } from './documents';
import { FILES_BILLING } from './files-and-billing';
import { GROUPS } from './groups';
import { LISTS_WORKFLOWS } from './lists-and-workflows';
import { MEMBERS } from './members';
import { MORE_MEMBERS } from './more-members';

/** English texts of the reference, and what they are in Portuguese. */
export const PORTUGUESE: ReadonlyMap<string, string> = new Map([
  [ABOUT.en, ABOUT.portuguese],
  ...[FILES_BILLING, DOCUMENTS, LISTS_WORKFLOWS, BEYOND, GROUPS, MEMBERS, MORE_MEMBERS].flatMap((part) => Object.entries(part)),
]);
