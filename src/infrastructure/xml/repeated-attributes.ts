const ASKED = 'hasOwnProperty';

/**
 * sax asks the attributes of a tag whether one of that name is there, and drops what comes again; XML has each once. One may be named as
 * what it asks.
 */
export function refuseRepeated(attributes: object, refuse: () => never): void {
  const names = new Set<string>();
  const value = (name: string): boolean => {
    if (names.has(name)) refuse();
    names.add(name);
    return name === ASKED;
  };
  Object.defineProperty(attributes, ASKED, { value });
}
