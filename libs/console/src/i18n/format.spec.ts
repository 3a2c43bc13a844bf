import { amountOf, bytesIn, dayIn, moneyIn, statusCode } from './format';

describe('values of the wire', () => {
  it('are days in the language of the reader', () => {
    expect(['31/08/2026', '31/08/2026 10:20', '', 'ontem'].map((wire) => dayIn('pt-BR', wire))).toEqual([
      '31/08/2026',
      '31/08/2026 10:20',
      '',
      'ontem',
    ]);
    expect(dayIn('en-US', '31/08/2026')).toBe('Aug 31, 2026');
  });

  it('are amounts', () => {
    expect(['6260,61', '6.260,61', 'R$ 1,5', '-3', 'x', ''].map(amountOf)).toEqual([6260.61, 6260.61, 1.5, -3, NaN, NaN]);
    expect(['0.125', '1234.56', '1.001', '1,001', '1234.567', '00.125'].map(amountOf)).toEqual([
      0.125, 1234.56, 1001, 1.001, 1234.567, 0.125,
    ]);
    expect([moneyIn('pt-BR', '6260,6'), moneyIn('en-US', '6260,6'), moneyIn('pt-BR', 'a combinar')]).toEqual([
      '6.260,60',
      '6,260.60',
      'a combinar',
    ]);
  });

  it('are sizes', () => {
    expect([0, 999, 1500, 2_400_000].map((value) => bytesIn('pt-BR', value))).toEqual(['0 B', '999 B', '1,5 kB', '2,4 MB']);
  });

  it('name a status', () => {
    expect([statusCode('Emprestado - Parcial'), statusCode('Outro')]).toEqual(['5', undefined]);
  });
});
