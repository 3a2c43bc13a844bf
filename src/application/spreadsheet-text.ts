/** What a spreadsheet would calculate, or send somewhere, when the file is opened; the wide forms too, and behind blanks that it drops. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/**
 * The same inside a cell, where a cell begins for a program that divides at something else. It sees `a;"x,=1+1"` as `a;"x` and `=1+1"`,
 * for quotes count only at the beginning.
 */
const FORMULA_INSIDE = /([,;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A text for a cell of a CSV file: what would be taken for a formula gets an apostrophe in front. */
export function spreadsheetText(text: string): string {
  const inside = text.replace(FORMULA_INSIDE, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}
