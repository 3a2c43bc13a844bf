/** What the headers of a part say about it. */
export interface PartHead {
  /** Name of the form's field. */
  name: string;
  /** Undefined: a field that holds text. Without any path that a client may have sent along. */
  fileName: string | undefined;
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/s;
const PARAMETER = /;[ \t]*([\w!#$&+.^`|~-]+\*?)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))[ \t]*/gsy;
const EXTENDED = /^utf-8'[^']*'(.*)$/i;
/** Browsers write these three so that a name cannot end its quotes. */
const BROWSER_ESCAPES: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Null when the headers are not those of a form's part. Texts are UTF-8; bytes that are not make it null, too. */
export function readPartHead(bytes: Uint8Array): PartHead | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const match = HEADER.exec(line);
    const name = match?.[1]?.toLowerCase();
    if (!name || headers.has(name)) return null;
    headers.set(name, match?.[2] ?? '');
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '8bit', '7bit'].includes(encoding)) return null;
  // The files of a form within the form would be lost in a text.
  if (/^multipart\//i.test(headers.get('content-type') ?? '')) return null;
  return readDisposition(headers.get('content-disposition') ?? '');
}

function readDisposition(value: string): PartHead | null {
  if (!/^form-data[ \t]*(;|$)/i.test(value)) return null;
  const parameters = readParameters(value.slice(value.indexOf(';')));
  const name = parameters?.get('name');
  if (!parameters || name === undefined) return null;
  const fileName = extended(parameters.get('filename*')) ?? parameters.get('filename');
  // A file whose name cannot be read is no field of text.
  if (fileName === undefined && parameters.has('filename*')) return null;
  return { name, fileName: fileName === undefined ? undefined : baseName(fileName) };
}

function readParameters(text: string): Map<string, string> | null {
  const parameters = new Map<string, string>();
  let end = 0;
  for (const match of text.matchAll(PARAMETER)) {
    const name = (match[1] as string).toLowerCase();
    if (parameters.has(name)) return null;
    parameters.set(name, match[2] === undefined ? (match[3] as string) : unquoted(match[2]));
    end = match.index + match[0].length;
  }
  return end === text.length ? parameters : null;
}

/** Only quotes and backslashes are escaped by backslashes: some clients send whole paths of their file system. */
function unquoted(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replace(/%(?:22|0D|0A)/gi, (escape) => BROWSER_ESCAPES[escape.toUpperCase()] as string);
}

/** RFC 8187. */
function extended(value: string | undefined): string | undefined {
  const encoded = value === undefined ? undefined : EXTENDED.exec(value)?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
