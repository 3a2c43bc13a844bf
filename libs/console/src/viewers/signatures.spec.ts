import { signaturesIn } from './signatures';

it('reads every signature of a file, in their order', () => {
  const properties = {
    Title: 'Contrato',
    AssinaturaSignatario: 'Diretora: Ana',
    AssinaturaDataHora: '21/11/2026 14:00:00 (UTC-03:00)',
    AssinaturaCodigo: 'A'.repeat(26),
    AssinaturaSignatario_2: 'Gerente: Bruno',
    AssinaturaEmpresa_2: 'Razão Social: Exemplo',
    AssinaturaDataHora_2: '22/11/2026 14:00:00 (UTC-03:00)',
    AssinaturaCodigo_2: 'B'.repeat(26),
  };
  expect(signaturesIn(properties).map(({ who, company, code }) => [who, company, code[0]])).toEqual([
    ['Diretora: Ana', '', 'A'],
    ['Gerente: Bruno', 'Razão Social: Exemplo', 'B'],
  ]);
  expect(signaturesIn({ Title: 'Contrato' })).toEqual([]);
});
