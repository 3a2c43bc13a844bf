import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { searchArchive, type SearchArchive } from './support/search-archive';

/** As generated clients send a list of texts: the name of the parameter repeated. */
describeService('4.4 ValoresCampos, each as a JSON object', ({ service }) => {
  let archive: SearchArchive;
  beforeAll(async () => {
    archive = await searchArchive(service);
  });

  const search = (...items: (object | string)[]) => {
    const query = new URLSearchParams();
    for (const item of items) query.append('ValoresCampos', typeof item === 'string' ? item : JSON.stringify(item));
    return archive.raw(query.toString());
  };

  it('finds the same as indexed pairs, with names in any case', async () => {
    const number = { Label: 'Número', ValorCampo: '1024' };
    const day = { label: 'Data de Emissão', valorCampo: '15/08/2024' };
    expect(archive.namesOf(await search(number))).toEqual(['demo 1']);
    expect(archive.namesOf(await search(number, day))).toEqual(['demo 1']);
    expect(archive.namesOf(await search(number, { ...day, valorCampo: '16/08/2024' }))).toEqual([]);
  });

  it('refuses values that are not objects by position, and both spellings at once', async () => {
    const problems = async (...items: (object | string)[]) => problemsOf(expectRefusal(await search(...items), 400));
    expect(await problems({ Label: 'Número', ValorCampo: '1' }, 'Número=1', '[]', '{')).toEqual([
      'ValoresCampos[1] TIPO_INVALIDO',
      'ValoresCampos[2] TIPO_INVALIDO',
      'ValoresCampos[3] TIPO_INVALIDO',
    ]);
    expect(await problems({ Label: 'Número' })).toEqual(['ValoresCampos[0].ValorCampo OBRIGATORIO']);
    expect(await problems(...Array.from({ length: 101 }, () => '{}'))).toEqual(['ValoresCampos TAMANHO_EXCEDIDO']);
    const both = await archive.raw('ValoresCampos={}&ValoresCampos[0].Label=a&ValoresCampos[0].ValorCampo=b');
    expect(problemsOf(expectRefusal(both, 400))).toEqual([
      'ValoresCampos CAMPO_REPETIDO',
      'ValoresCampos[0].Label CAMPO_INEXISTENTE_NO_NIVEL',
    ]);
  });
});
