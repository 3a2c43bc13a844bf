/** What may complete the token at the end of a text that began as JSON. */
const STRING_ENDS = ['"', '""', '0"', '00"', '000"', '0000"'];
const LITERAL_ENDS = ['rue', 'ue', 'e', 'alse', 'lse', 'se', 'ull', 'll', 'l'];
const BARE_ENDS = ['', '0', ...LITERAL_ENDS, ':0', '"":0'];
const TEXT_ENDS = STRING_ENDS.flatMap((end) => [end, `${end}:0`]);
const CLOSING: Record<string, string> = { '{': '}', '[': ']' };

/** The brackets that are open at the end of the text, as they would be closed, and whether it ends within a string. */
function openAt(text: string): { closers: string; isString: boolean } {
  const open: string[] = [];
  let isString = false;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\]]/gs)) {
    const closing = CLOSING[token];
    isString = token.startsWith('"') && !/^"[^"\\]*(?:\\.[^"\\]*)*"$/s.test(token);
    if (closing) open.push(closing);
    else if (!token.startsWith('"')) open.pop();
  }
  return { closers: open.reverse().join(''), isString };
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What makes JSON of this text when it is appended, or undefined: JSON.parse alone decides. */
export function completionOf(text: string): string | undefined {
  const { closers, isString } = openAt(text);
  return (isString ? TEXT_ENDS : BARE_ENDS).map((end) => end + closers).find((completion) => isJson(text + completion));
}

/**
 * How many bytes can be the beginning of JSON: all, or up to the first byte that cannot stand there.
 * @param guess is looked at first; a right one saves the search
 */
export function viableLength(text: string, guess = -1): number {
  const isViable = (length: number) => completionOf(text.slice(0, length)) !== undefined;
  if (isJson(text)) return text.length;
  if (guess >= 0 && guess < text.length && isViable(guess) && !isViable(guess + 1)) return guess;
  if (isViable(text.length)) return text.length;
  let [viable, broken] = [0, text.length];
  while (broken - viable > 1) {
    const middle = (viable + broken) >> 1;
    if (isViable(middle)) viable = middle;
    else broken = middle;
  }
  return viable;
}
