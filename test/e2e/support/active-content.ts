import { samplePdf, samplePng } from '#src/demo/sample-files';

/** Scripts, images and frames that report `bait` when they run, in all forms that a file may contain. */
const markup = (bait: string) =>
  `<script src="${bait}/script"></script><script>document.title="ran";fetch("${bait}/fetch");new Image().src="${bait}/beacon"</script>` +
  `<img src="${bait}/image" onerror="fetch('${bait}/handler')"><iframe src="${bait}/frame"></iframe><object data="${bait}/object"></object>` +
  `<link rel="stylesheet" href="${bait}/style"><meta http-equiv="refresh" content="0;url=${bait}/refresh"><form action="${bait}/form"></form>` +
  `<svg onload="fetch('${bait}/svg')"></svg><a href="${bait}/ping" ping="${bait}/ping">x</a>`;

const svg = (bait: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="fetch('${bait}/onload')">` +
  `<script>fetch("${bait}/svg-script")</script><image href="${bait}/svg-image"/><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">` +
  `<iframe src="${bait}/svg-frame"></iframe></body></foreignObject></svg>`;

/** Runs a script in PDF viewers that support it. */
const pdfWithScript = (bait: string) =>
  Buffer.from(
    samplePdf('Polyglot')
      .toString('latin1')
      .replace('/Type /Catalog', `/Type /Catalog /OpenAction << /S /JavaScript /JS (app.launchURL\\("${bait}/pdf"\\)) >>`),
    'latin1',
  );

/** Hostile contents under every extension that they may claim. */
export function hostileFiles(bait: string): { what: string; extension: string; content: Buffer | string }[] {
  const html = `<!doctype html><html><body>${markup(bait)}</body></html>`;
  const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><script>fetch("${bait}/xhtml")</script></body></html>`;
  const image = samplePng(4, [1, 2, 3]);
  const named = (what: string, content: Buffer | string, ...extensions: string[]) =>
    extensions.map((extension) => ({ what, extension, content }));
  return [
    ...named('HTML', html, 'html', 'htm', 'txt', 'pdf', 'png', 'bmp', 'xyz', 'hta', 'mht'),
    ...named('SVG', svg(bait), 'svg', 'png', 'webp'),
    ...named('XHTML', xhtml, 'xhtml', 'xml'),
    ...named('a script', `fetch("${bait}/js")`, 'js', 'mjs'),
    ...named('PDF that is HTML', `%PDF-1.4\n${html}\n%%EOF`, 'pdf', 'html'),
    ...named('PNG that is HTML', Buffer.concat([image, Buffer.from(html)]), 'png', 'html'),
    ...named('GIF that is a script', `GIF89a/*${'\0'.repeat(32)}*/=1;fetch("${bait}/gif")`, 'gif', 'js'),
    ...named('PDF with a script', pdfWithScript(bait), 'pdf'),
  ];
}

/** A third-party page that embeds an address in every possible way. */
export const embedding = (address: string) =>
  `<!doctype html><iframe src="${address}"></iframe><iframe sandbox="allow-scripts" src="${address}"></iframe><object data="${address}"></object>` +
  `<embed src="${address}"><img src="${address}"><script src="${address}"></script><link rel="stylesheet" href="${address}">` +
  `<video src="${address}"></video><script type="module" src="${address}"></script>`;
