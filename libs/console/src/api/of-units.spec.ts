import { ofUnits } from './of-units';
import { Refusal } from './refusal';

describe('what all units of a client are asked for', () => {
  const units = ['Norte', 'Sul', 'Leste'].map((name) => ({ id: name.toLowerCase(), name }));
  const refusing = (code: string, ...refused: string[]) =>
    ofUnits(units, (unit) => (refused.includes(unit) ? Promise.reject(new Refusal(401, code, unit)) : Promise.resolve(unit)));

  it('comes of those that answer; those that refuse are named', async () => {
    expect(await refusing('SEM_PERMISSAO')).toEqual({ found: ['norte', 'sul', 'leste'], refused: [] });
    expect(await refusing('SEM_PERMISSAO', 'norte', 'leste')).toEqual({ found: ['sul'], refused: ['Norte', 'Leste'] });
  });

  it('is asked of no further unit when one has answered enough', async () => {
    const asked = await ofUnits(
      units,
      (unit) => Promise.resolve(unit),
      (unit) => unit === 'sul',
    );
    expect(asked.found).toEqual(['norte', 'sul']);
  });

  it('is refused where all refuse, or where one fails otherwise', async () => {
    await expect(refusing('SEM_PERMISSAO', 'norte', 'sul', 'leste')).rejects.toThrow('norte');
    await expect(refusing('ID_INEXISTENTE', 'sul')).rejects.toThrow('sul');
  });
});
