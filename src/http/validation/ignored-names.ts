import type { FieldPath } from '#domain/errors';
import { namesNear } from '#domain/near';
import { contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { FLAG } from './members';
import { unknownPath } from '../errors/field-names';

export const IGNORED_HEADER = 'Campos-Ignorados';
/** Their description in the reference (dry runs). */
export const IGNORED_NAMES = 'Names in the request that the operation does not know; they were ignored.';
const MOST_IN_HEADER = 20;
/** Bounds memory. */
const MOST_KEPT = 100;
const LONGEST_IN_HEADER = 150;

const STRICT = /^handling\s*=\s*"?strict"?\s*(?:;|$)/i;
const HANDLING = /^handling\s*=/i;

/**
 * Collects names unknown to the operation: existing clients send them, so they are ignored and listed in the answer.
 * Undefined means refuse them: with `Prefer: handling=strict` (RFC 7240), in operations beyond the specification, and in
 * those where a misspelt name would change more than was asked for. The answer is whether the name may be ignored.
 */
export function unknownNames(request: HttpRequest, response: HttpResponse): ((path: FieldPath) => boolean) | undefined {
  const requestContext = contextOf(request);
  const { spec } = requestContext;
  if (spec?.number == null) return undefined;
  if (asksForStrict(request)) {
    response.setHeader('Preference-Applied', 'handling=strict');
    return undefined;
  }
  if (spec.narrows) return undefined;
  return (path) => {
    // A caller who asks for a dry run must not get the change.
    if (spec.dryRun !== undefined && path.length === 1 && namesNear(String(path[0]), [FLAG]).length > 0) return false;
    if (requestContext.ignored.length >= MOST_KEPT) return true;
    requestContext.ignored.push(unknownPath(path, requestContext.names));
    if (requestContext.ignored.length <= MOST_IN_HEADER)
      response.setHeader(IGNORED_HEADER, requestContext.ignored.map(inHeader).join(', '));
    return true;
  };
}

/** The first one counts. */
function asksForStrict(request: HttpRequest): boolean {
  const preferences = (request.headersDistinct.prefer ?? []).flatMap((header) => header.split(',')).map((preference) => preference.trim());
  return STRICT.test(preferences.find((preference) => HANDLING.test(preference)) ?? '');
}

/** Visible ASCII without comma and `%`; other bytes are percent-encoded. */
function inHeader(name: string): string {
  let text = '';
  for (const character of name) {
    const safe = /^[!-~]$/.test(character) && character !== ',' && character !== '%';
    const written = safe
      ? character
      : [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    if (text.length + written.length > LONGEST_IN_HEADER) break;
    text += written;
  }
  return text;
}
