import { DetailsReader, type SentDetails } from './read-details';

const sent = (document: string, label: string): SentDetails => ({
  email: '  ',
  signer: {
    name: { label: ' Sócia\t ', value: 'Ana \n Souza' },
    document: { label, value: document },
    extra: [{ label: 'a', value: ' ' }],
  },
  company: { name: { label: '', value: '' }, document: null, extra: [] },
  extra: [],
});

describe('the signature details of a request', () => {
  it('are read without empty members and with blanks folded', () => {
    const reader = new DetailsReader();
    expect(reader.read(sent('MG-1', 'RG'))).toEqual({
      email: null,
      signer: { name: { label: 'Sócia', value: 'Ana Souza' }, document: { label: 'RG', value: 'MG-1' }, extra: [] },
      company: null,
      extra: [],
    });
    expect(reader.problems).toEqual([]);
  });

  it.each([
    ['CPF', '529.982.247-25', null],
    ['C.P.F.', '1', null],
    ['Cpf do signatário', '529.982.247-24', 'CPF_INVALID'],
    ['CNPJ', '529.982.247-25', 'CNPJ_INVALID'],
    ['cnpj', '12.ABC.345/01DE-35', null],
    ['C\u200bPF', '1', 'CPF_INVALID'],
    ['\uff23\uff30\uff26', '1', 'CPF_INVALID'],
    ['CNPJ/CPF', '11.222.333/0001-81', null],
    ['CPF ou CNPJ', '52998224725', null],
    ['CPF ou CNPJ', '52998224720', 'CPF_INVALID'],
    ['CPF ou CNPJ', '11222333000180', 'CNPJ_INVALID'],
  ])('%s %s: %s', (label, document, code) => {
    const reader = new DetailsReader();
    reader.read(sent(document, label));
    expect(reader.problems.map((problem) => problem.code)).toEqual(code === null ? [] : [code]);
  });
});
