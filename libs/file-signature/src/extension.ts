// ASCII is asked for before lower-casing: the Kelvin sign, for one, becomes a plain k.
const EXTENSION = /^\.?([A-Za-z0-9]{1,20})$/;

/**
 * The one spelling of an extension: lower case, without the leading dot.
 * @returns 1 to 20 characters of `[a-z0-9]`, or null when the text is no such extension (`tar.gz`, `p df`, `../x`)
 */
export function normaliseExtension(text: string): string | null {
  return EXTENSION.exec(text)?.[1]?.toLowerCase() ?? null;
}
