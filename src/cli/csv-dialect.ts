export interface Dialect {
  separator: string;
  /** The first line is `sep=;`, as Excel takes it: it says the separator, and is no line of the table. */
  isSaid: boolean;
}

const SAID = /^"?sep=([^\w"\r\n])"?$/i;

/** Of a CSV file by how it begins: outside of quotes, whatever stands in the first line more often. */
export function dialectOf(start: string): Dialect {
  const said = SAID.exec(start.split(/[\r\n]/, 1)[0] as string)?.[1];
  if (said !== undefined) return { separator: said, isSaid: true };
  const line = start.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] as string;
  const times = (separator: string) => line.split(separator).length;
  return { separator: [';', ',', '\t'].reduce((best, each) => (times(each) > times(best) ? each : best)), isSaid: false };
}
