const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** What XML 1.0 cannot hold at all becomes the replacement character. */
const allowed = (text: string) => text.toWellFormed().replace(FORBIDDEN, '\ufffd');
const escaped = (text: string) => allowed(text).replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] as string);

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element, with elements or one text in it. */
export function element(name: string, attributes: Attributes = {}, content: readonly string[] | string = []): string {
  const said = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const tag = [name, ...said.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(' ');
  if (typeof content === 'string') return `<${tag}>${escaped(content)}</${name}>`;
  if (content.length === 0) return `<${tag} />`;
  // No text holds a line break of its own: every one begins an element.
  return `<${tag}>\n${content.map((child) => child.replace(/^/gm, '  ')).join('\n')}\n</${name}>`;
}
