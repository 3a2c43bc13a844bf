import { sortProblems } from './problems';

const field = (label: string, list: string | null = null) => ({ label, list, type: 'Texto', isMandatory: false });
const ALL = [field('Número'), field('Data'), field('Data de Emissão'), field('CNPJ', 'Fornecedores')];

describe('problems of a form', () => {
  it('stand beside the field that the call had at their position', () => {
    const problems = [
      { field: 'valoresCampos[1].valorCampo', code: 'DIGITO_VERIFICADOR', message: 'Não confere.' },
      { field: '[0].valor', code: 'FORMATO_INVALIDO', message: 'Envie um número.' },
    ];
    expect(sortProblems(problems, [ALL[0]!, ALL[3]!], ALL)).toEqual({
      byField: { 'Fornecedores: CNPJ': 'Não confere.', Número: 'Envie um número.' },
      above: [],
    });
  });

  it('stand beside a missing field, by the longest name in the sentence', () => {
    const message = 'O campo Data de Emissão é obrigatório neste nível.';
    const problems = [{ field: 'valoresCampos', code: 'INDEXADOR_OBRIGATORIO', message }];
    expect(sortProblems(problems, [], ALL)).toEqual({ byField: { 'Data de Emissão': message }, above: [] });
  });

  it('stand above the form where they fit no field, and together where they share one', () => {
    const problems = [
      { field: 'valoresCampos', code: 'AO_MENOS_UM', message: 'Envie valores ou arquivos.' },
      { field: 'valoresCampos[0].valorCampo', code: 'A', message: 'Um.' },
      { field: 'valoresCampos[0].label', code: 'B', message: 'Dois.' },
    ];
    expect(sortProblems(problems, [ALL[0]!], ALL)).toEqual({ byField: { Número: 'Um. Dois.' }, above: ['Envie valores ou arquivos.'] });
  });
});
