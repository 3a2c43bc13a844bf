import { nextVersion } from './document-file';

const named = (name: string, version: string, extension = 'pdf') => ({ name, extension, version });
const next = (versions: string[]) =>
  nextVersion(
    versions.map((version) => named('Nota', version)),
    named('Nota', ''),
  );

describe('nextVersion', () => {
  it.each([
    [[], '1'],
    [['1'], '2'],
    [['1', '2', '3'], '4'],
    [['3', '1'], '4'],
    [['9', '10'], '11'],
    [['007'], '8'],
    [['0'], '1'],
    [['1.0'], '1'],
    [['final', '2', 'rev. 7'], '3'],
    [[''], '1'],
    [['-5', '+4', ' 4 ', '٤'], '1'],
    [['999999999'], '1000000000'],
    [['9999999999', '1'], '10000000000'],
    [['999999999999999'], '1000000000000000'],
    [['1000000000000000', '1'], '2'],
  ])('after %j is %s', (versions, expected) => {
    expect(next(versions)).toBe(expected);
  });

  it.each([
    ['another name', named('Nota 2', '5')],
    ['another extension', named('Nota', '5', 'txt')],
    ['a name in another case', named('NOTA', '5')],
  ])('does not count %s', (_, other) => {
    expect(nextVersion([named('Nota', '1'), other], named('Nota', ''))).toBe('2');
  });
});
