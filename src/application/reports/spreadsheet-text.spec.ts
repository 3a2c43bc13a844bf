import { spreadsheetText } from './spreadsheet-text';

describe('text for a spreadsheet cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['\t=1', "'\t'=1"],
    ['x,=1+1', "x,'=1+1"],
    ['x;  @SUM(A1)', "x;'  @SUM(A1)"],
    ['x\r\n=1', "x\r\n'=1"],
    ['x\t\u00a0＝1', "x\t'\u00a0＝1"],
    [`x,"=1+1",y,""-2`, `x,'"=1+1",y,'""-2`],
    ["=1,=cmd|' /C calc'!A0", "'=1,'=cmd|' /C calc'!A0"],
  ])('%j is no formula with any separator', (text, expected) => expect(spreadsheetText(text)).toBe(expected));

  it.each(['', 'Simples', 'a;b', 'a, b', 'a=b', 'two\r\nlines', 'ana@acervo.example', '1,5', 'x, "y"', 'Belo Horizonte - MG'])(
    '%j stays unchanged',
    (text) => expect(spreadsheetText(text)).toBe(text),
  );

  it('is escaped in linear time', () => {
    for (const part of [',', '\t', ' ', '"', ', ', ',"'])
      expect(spreadsheetText(part.repeat(500_000)).length).toBeLessThanOrEqual(part.length * 500_000 + 1);
  });
});
