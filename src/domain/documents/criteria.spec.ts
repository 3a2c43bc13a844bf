import { distinctCriteria, type CriteriaGroup } from './criteria';

const exact = (fieldCode: number, text: string) => ({ fieldCode, ofList: false, criterion: { exact: text } });
const prefix = (fieldCode: number, text: string) => ({ fieldCode, ofList: false, criterion: { prefix: text } });

describe('distinctCriteria', () => {
  it.each<[string, CriteriaGroup[], CriteriaGroup[]]>([
    ['the same twenty times', Array.from({ length: 20 }, () => [prefix(1, 'no')]), [[prefix(1, 'no')]]],
    ['a beginning of another beginning', [[prefix(1, 'n')], [prefix(1, 'nome')], [prefix(1, 'no')]], [[prefix(1, 'nome')]]],
    ['a beginning of a whole value', [[prefix(1, 'n')], [exact(1, 'nome')]], [[exact(1, 'nome')]]],
    ['two fields', [[exact(1, 'a')], [exact(2, 'a')]], [[exact(1, 'a')], [exact(2, 'a')]]],
    [
      'alternatives, twice',
      [
        [exact(1, 'a'), exact(2, 'a')],
        [exact(1, 'a'), exact(2, 'a')],
      ],
      [[exact(1, 'a'), exact(2, 'a')]],
    ],
    ['alternatives, and one of them', [[exact(1, 'a'), exact(2, 'a')], [exact(2, 'a')]], [[exact(2, 'a')]]],
    ['nothing', [], []],
  ])('removes duplicates: %s', (_, groups, distinct) => {
    expect(distinctCriteria(groups)).toEqual(distinct);
  });

  it.each<[string, CriteriaGroup[]]>([
    ['two values of one field', [[exact(1, 'a')], [exact(1, 'b')]]],
    ['a value and another beginning', [[exact(1, 'abc')], [prefix(1, 'b')]]],
    ['two beginnings', [[prefix(1, 'a')], [prefix(2, 'x')], [prefix(1, 'b')]]],
  ])('detects contradictions: %s', (_, groups) => {
    expect(distinctCriteria(groups)).toEqual([[]]);
  });

  it('keeps alternatives that can be met by different fields', () => {
    const groups = [
      [exact(1, 'a'), exact(2, 'a')],
      [exact(1, 'b'), exact(2, 'b')],
    ];
    expect(distinctCriteria(groups)).toEqual(groups);
  });
});
