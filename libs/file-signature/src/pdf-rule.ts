import type { Rule } from './sample';

/** Readers look for the header this far into the file (Adobe's implementation notes to ISO 32000-1). */
const HEADER_WITHIN = 1024;
const HEADER = /%PDF-\d/;

/** What must not start the junk: a page, a script or a program would make the file two formats at once. */
const FOREIGN = /^(?:MZ|\s*(?:<|#!))/;

/**
 * A PDF. Mail gateways and printers put junk before the header, which readers skip; so do we, unless the junk is itself a
 * known format or could be taken for a web page or a script.
 */
export const isPdf: Rule = ({ head, found }) => {
  const start = Buffer.from(head.subarray(0, HEADER_WITHIN)).toString('latin1');
  const at = start.search(HEADER);
  if (at < 0) return false;
  if (found !== undefined) return found === 'pdf';
  return !FOREIGN.test(start.replace(/^\u00EF\u00BB\u00BF/, ''));
};
