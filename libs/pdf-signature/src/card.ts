import { widthOf, wrap, type FontName } from './fonts';
import { winAnsi } from './text';

export interface Card {
  title: string;
  rows: readonly { label: string; value: string }[];
  link: string;
}

/** What is drawn, in a box of that size with its origin at the lower left. */
export interface Drawing {
  width: number;
  height: number;
  content: Buffer;
}

interface Line {
  text: Buffer;
  font: FontName;
  size: number;
  x: number;
  /** From the top. */
  down: number;
  colour: string;
}

const INK = '0.13 0.16 0.2 rg';
const GREY = '0.4 0.44 0.5 rg';
const BLUE = '0.08 0.32 0.58 rg';

const hex = (text: Buffer) => `<${text.toString('hex')}>`;
const at = (value: number) => value.toFixed(2);
const rectangle = (x: number, y: number, width: number, height: number) => `${at(x)} ${at(y)} ${at(width)} ${at(height)} re`;

const textOperators = (height: number, { text, font, size, x, down, colour }: Line) =>
  `BT ${colour} /${font} ${at(size)} Tf ${at(x)} ${at(height - down)} Td ${hex(text)} Tj ET`;

const frame = (width: number, height: number) => [
  `0.965 0.973 0.984 rg ${rectangle(0.5, 0.5, width - 1, height - 1)} f`,
  `0.75 0.8 0.86 RG 0.6 w ${rectangle(0.5, 0.5, width - 1, height - 1)} S`,
  `0.08 0.32 0.58 rg ${rectangle(0.5, 0.5, 3, height - 1)} f`,
];

const drawn = (width: number, height: number, lines: readonly Line[]): Drawing => ({
  width,
  height,
  content: Buffer.from(['q', ...frame(width, height), ...lines.map((line) => textOperators(height, line)), 'Q'].join('\n'), 'latin1'),
});

const PADDING = 11;
const LINE = 11.5;
const LINK_LINE = 9.5;

/** A card as wide as given, with as many of its rows as fit into `maxHeight`; the link is always there. */
export function drawCard(card: Card, width: number, maxHeight: number): Drawing {
  const inner = width - 2 * PADDING;
  const labelWidth = Math.round(inner * 0.3);
  const link = wrap(winAnsi(card.link), 'F1', 7.5, inner).slice(0, 4);
  const room = maxHeight - 2 * PADDING - link.length * LINK_LINE - 4;
  const lines: Line[] = [];
  let down = PADDING;
  for (const [index, row] of card.rows.entries()) {
    const labels = wrap(winAnsi(row.label), 'F2', 7.5, labelWidth - 8);
    const values = wrap(winAnsi(row.value), 'F1', 9, inner - labelWidth);
    const count = Math.max(labels.length, values.length);
    const spare = index < card.rows.length - 1 ? LINE : 0;
    if (down - PADDING + count * LINE + spare > room) {
      lines.push(left(Buffer.from(`(+${card.rows.length - index})`), down));
      down += LINE;
      break;
    }
    labels.forEach((text, n) => lines.push({ text, font: 'F2', size: 7.5, x: PADDING, down: down + (n + 1) * LINE - 3, colour: GREY }));
    values.forEach((text, n) =>
      lines.push({ text, font: 'F1', size: 9, x: PADDING + labelWidth, down: down + (n + 1) * LINE - 3, colour: INK }),
    );
    down += count * LINE;
  }
  down += 4;
  link.forEach((text, n) => lines.push({ text, font: 'F1', size: 7.5, x: PADDING, down: down + (n + 1) * LINK_LINE - 2, colour: BLUE }));
  return drawn(width, down + link.length * LINK_LINE + PADDING, lines);
}

const left = (text: Buffer, down: number): Line => ({ text, font: 'F1', size: 8, x: PADDING, down: down + LINE - 3, colour: GREY });

/** The small card, for the foot of a page of a document signed by others. */
export function drawTile(card: Card, width: number, height: number): Drawing {
  const inner = width - 12;
  const first = (text: string, font: FontName, size: number) => wrap(winAnsi(text), font, size, inner)[0]!;
  const rows = card.rows.slice(0, 3).map(({ label, value }) => first(`${label}: ${value}`, 'F1', 5.5));
  const link = wrap(winAnsi(card.link), 'F1', 4.5, inner).slice(0, 2);
  const texts: Omit<Line, 'down' | 'x'>[] = [
    { text: first(card.title, 'F2', 6), font: 'F2', size: 6, colour: INK },
    ...rows.map((text) => ({ text, font: 'F1' as const, size: 5.5, colour: INK })),
    ...link.map((text) => ({ text, font: 'F1' as const, size: 4.5, colour: BLUE })),
  ];
  let down = 3;
  const lines = texts.map((line) => {
    down += line.size + 1.2;
    return { ...line, x: 7, down };
  });
  return drawn(
    width,
    height,
    lines.filter((line) => line.down <= height - 2),
  );
}

/** The title on a page of cards, `width` wide, its line `fromTop` under the upper edge. */
export function drawHeading(title: string, width: number, height: number, margin: number): Buffer {
  const size = 16;
  const text = wrap(winAnsi(title), 'F2', size, width - 2 * margin)[0]!;
  const line = { text, font: 'F2' as const, size, x: margin, down: margin + 16, colour: INK };
  const ruled = margin + Math.min(widthOf(text, 'F2', size), width - 2 * margin);
  return Buffer.from(
    [
      '/Artifact BMC q',
      textOperators(height, line),
      `0.08 0.32 0.58 RG 1.4 w ${at(margin)} ${at(height - margin - 24)} m ${at(ruled)} ${at(height - margin - 24)} l S`,
      'Q EMC',
    ].join('\n'),
    'latin1',
  );
}
