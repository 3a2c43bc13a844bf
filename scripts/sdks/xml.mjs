/** Small XML files of package managers. */
import sax from 'sax';

export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The root of a document: `{ name, attributes, children, text }`. */
export function parsed(xml) {
  const parser = sax.parser(true, { trim: true });
  const open = [{ children: [] }];
  parser.onerror = (problem) => {
    throw problem;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1).children.push(element);
    open.push(element);
  };
  parser.ontext = (text) => (open.at(-1).text += text);
  parser.onclosetag = () => open.pop();
  parser.write(xml.replace(/^\uFEFF/, '')).close();
  return open[0].children[0];
}
