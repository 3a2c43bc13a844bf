/** Beginnings that a spreadsheet evaluates as a formula when the file is opened; includes full-width forms and leading blanks. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/**
 * The same inside a cell, for programs that split cells at another delimiter. They read `a;"x,=1+1"` as `a;"x` and `=1+1"`, since quotes
 * count only at the beginning.
 */
const FORMULA_INSIDE = /([,;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Text for a CSV cell: an apostrophe is put before what would be read as a formula. */
export function spreadsheetText(text: string): string {
  const inside = text.replace(FORMULA_INSIDE, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}
