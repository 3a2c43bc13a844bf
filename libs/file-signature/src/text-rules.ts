import { TEXT_KINDS } from './detect';
import type { Rule, Sample } from './sample';
import { hasControl } from './text';

/** Any text that is not the start of a binary format (a PDF may be plain ASCII). */
export const isText: Rule = (sample) => textOf(sample) !== null;

/** Text that reads like this. */
function reads(pattern: RegExp): Rule {
  return (sample) => pattern.test(textOf(sample)?.trimStart() ?? '');
}

const startsLikeXml = reads(/^<[?!A-Za-z_:]/);
/** XML may name a code page of its own, in which bytes are letters that `readText` does not know. */
export const isXml: Rule = (sample) => startsLikeXml(sample) || declaresEncoding(sample);
/** The root may have a prefix, and a prologue or a comment may stand before it. */
export const isSvg = reads(/^<(?:[^]*<)?(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/);
export const isHtml = reads(/<(?:[A-Za-z]|!doctype\s)/i);
/** A start only: the rest of the file is not at hand. */
export const isJson = reads(/^(?:[[{"]|-?\d|(?:true|false|null)\b)/);

function declaresEncoding({ head, found }: Sample): boolean {
  const bytes = Buffer.from(head).toString('latin1');
  return found === 'xml' && !hasControl(bytes) && /^<\?xml [^>]*\bencoding\s*=/.test(bytes);
}

function textOf({ text, found }: Sample): string | null {
  return found === undefined || TEXT_KINDS.has(found) ? text : null;
}
