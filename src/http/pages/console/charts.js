import { make } from './elements.js';

const SVG = 'http://www.w3.org/2000/svg';

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const figure = (title, ...content) => make('figure', {}, make('figcaption', { textContent: title }), ...content);

/** Columns from left to right, each with its number above; read out as one sentence. */
export function columnChart(title, points, write) {
  const [width, height, top, bottom] = [640, 200, 22, 24];
  const most = Math.max(1e-9, ...points.map(({ value }) => value));
  const step = width / points.length;
  const columns = points.map(({ name, value }, index) => {
    const tall = (value / most) * (height - top - bottom);
    const middle = step * (index + 0.5);
    return draw(
      'g',
      {},
      draw('rect', {
        x: step * index + step * 0.15,
        y: height - bottom - tall,
        width: step * 0.7,
        height: Math.max(tall, 1),
        rx: 2,
        class: 'mark',
      }),
      draw('text', { x: middle, y: height - bottom - tall - 6, 'text-anchor': 'middle' }, write(value)),
      draw('text', { x: middle, y: height - 7, 'text-anchor': 'middle', class: 'faint' }, name),
    );
  });
  const sentence = points.map(({ name, value }) => `${name}: ${write(value)}`).join('; ');
  return figure(title, draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}. ${sentence}` }, ...columns));
}

/** One bar to a line, beside its name and number, as a table that anybody can read. */
export function barTable(title, rows, heads) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  const bar = (value) =>
    draw(
      'svg',
      { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      draw('rect', { width: Math.max((value / most) * 100, 0.5), height: 10, rx: 1, class: 'mark' }),
    );
  const line = ({ name, value, texts }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row', textContent: name }),
      texts.map((text) => make('td', { className: 'narrow', textContent: text })),
      make('td', { className: 'bar-cell' }, bar(value)),
    );
  const head = make(
    'tr',
    {},
    heads.map((text) => make('th', { scope: 'col', textContent: text })),
    make('td', {}),
  );
  return figure(
    title,
    make(
      'div',
      { className: 'wide', tabIndex: 0, role: 'region', 'aria-label': title },
      make('table', {}, make('thead', {}, head), make('tbody', {}, rows.map(line))),
    ),
  );
}
