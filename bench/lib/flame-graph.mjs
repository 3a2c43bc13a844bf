/** A flame graph as a plain SVG: who called whom from the bottom up, as wide as the time it took, coloured by layer. */
import { LAYERS } from './profile-layers.mjs';

const WIDTH = 1200;
const ROW = 16;
const LETTER = 6.2;
const LEGEND_ROWS = 4;
/** Per cent of the whole that a frame needs to be drawn. */
const LEAST = 0.5;
const MOST_BYTES = 80 * 1024;

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const short = (value) => String(Math.round(value * 10) / 10);
/** Other frames are grey. */
const COLOURS = {
  http: '#8ecae6',
  express: '#ffd166',
  nest: '#ef7a91',
  guard: '#f4b3cf',
  wire: '#5bd6b0',
  edge: '#b8a1e3',
  core: '#a3d977',
  rows: '#f9b27c',
  typeorm: '#d4b13f',
  driver: '#e58a6f',
  store: '#5fa8d3',
  log: '#c9ada7',
  metrics: '#a89bb0',
  json: '#ffe9a8',
  context: '#cbc4ff',
  gc: '#d5d5d5',
  native: '#c4c4c4',
  node: '#ececec',
};

function boxes(frame, { x, depth, scale, least }, drawn) {
  drawn.push({ ...frame, x, depth, width: frame.total * scale });
  for (const child of frame.children) {
    if (child.total >= least) boxes(child, { x, depth: depth + 1, scale, least }, drawn);
    x += child.total * scale;
  }
  return drawn;
}

function box({ name, place, layer, total, x, depth, width }, whole, height) {
  const y = height - (depth + 1) * ROW;
  const letters = Math.floor((width - 4) / LETTER);
  const text = letters < 3 ? '' : `<text x="${short(x + 2)}" y="${y + 11}">${escaped(name.slice(0, letters))}</text>`;
  const title = escaped(`${name} ${place}, ${short((total / whole) * 100)} %, ${LAYERS[layer]}`);
  return `<g><title>${title}</title><rect class="${layer}" x="${short(x)}" y="${y}" width="${short(width)}" height="${ROW - 1}"/>${text}</g>`;
}

function legend(layers) {
  const perRow = Math.ceil(layers.length / (LEGEND_ROWS - 1));
  return layers.map((layer, index) => {
    const [x, y] = [4 + (index % perRow) * (WIDTH / perRow), (1 + Math.floor(index / perRow)) * ROW];
    return `<rect class="${layer}" x="${short(x)}" y="${y + 3}" width="10" height="10"/><text x="${short(x + 14)}" y="${y + 12}">${LAYERS[layer]}</text>`;
  });
}

/** @param tree see `treeOf` */
export function flameGraph(title, tree, least = LEAST) {
  const drawn = boxes(tree, { x: 0, depth: 0, scale: WIDTH / tree.total, least: (tree.total * least) / 100 }, []);
  const height = (Math.max(...drawn.map(({ depth }) => depth)) + 2 + LEGEND_ROWS) * ROW;
  const layers = Object.keys(LAYERS).filter((layer) => drawn.some((frame) => frame.layer === layer));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    `<style>text{font:10px monospace}${layers.map((layer) => `.${layer}{fill:${COLOURS[layer]}}`).join('')}</style>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/><text x="4" y="12">${escaped(title)}</text>`,
    ...legend(layers),
    ...drawn.map((frame) => box(frame, tree.total, height)),
    '</svg>\n',
  ].join('\n');
  return svg.length > MOST_BYTES ? flameGraph(title, tree, least * 1.25) : svg;
}
