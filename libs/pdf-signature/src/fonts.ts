/** Widths of the characters 0x20 to 0xFF in WinAnsi, in thousandths of the size (Adobe's metrics of the standard 14 fonts). */
const REGULAR = `
  278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
  584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944
  667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500
  278 556 500 722 500 500 500 334 260 334 584 350 556 350 222 556 333 1000 556 556 333 1000 667 333 1000 350 611 350
  350 222 222 333 333 350 556 1000 333 1000 500 333 944 350 500 667 278 333 556 556 556 556 260 556 333 737 370 556
  584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722
  667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556
  556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500
`;
const BOLD = `
  278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333
  584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944
  667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556
  333 611 556 778 556 556 500 389 280 389 584 350 556 350 278 556 500 1000 556 556 333 1000 667 333 1000 350 611 350
  350 278 278 500 500 350 556 1000 333 1000 556 333 944 350 500 667 278 333 556 556 556 556 280 556 333 737 370 556
  584 333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722
  667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556
  556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556
`;

export type FontName = 'F1' | 'F2';
const widthsOf = (list: string) => list.trim().split(/\s+/).map(Number);
const WIDTHS: Readonly<Record<FontName, readonly number[]>> = { F1: widthsOf(REGULAR), F2: widthsOf(BOLD) };

export const widthOf = (text: Uint8Array, font: FontName, size: number) =>
  (text.reduce((sum, code) => sum + (WIDTHS[font][code - 0x20] ?? 0), 0) * size) / 1000;

const SPACE = 0x20;

/** Lines no wider than `width`; a word that is wider is cut. */
export function wrap(text: Buffer, font: FontName, size: number, width: number): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < text.length) {
    let end = start;
    let blank = -1;
    for (let used = 0; end < text.length; end += 1) {
      used += widthOf(text.subarray(end, end + 1), font, size);
      if (used > width) break;
      if (text[end] === SPACE) blank = end;
    }
    const cut = end < text.length && blank > start ? blank : Math.max(end, start + 1);
    lines.push(text.subarray(start, cut));
    start = cut;
    while (text[start] === SPACE) start += 1;
  }
  return lines.length === 0 ? [Buffer.alloc(0)] : lines;
}
