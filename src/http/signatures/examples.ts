import { stableId } from '#application/support/stable-id';

/** A name of the demo archive, which determines ids. */
const CLIENT = 'Empresa Exemplo';

/** Replace the file ids with your own. */
export const SIGN_FILES = {
  origemAssinatura: stableId('origin', CLIENT, 'Assinado eletronicamente pelo sistema de demonstração'),
  idCliente: stableId('client', CLIENT),
  dadosSignatario: {
    email: 'ana.souza@exemplo.com.br',
    nome: { label: 'Diretora', valor: 'Ana Souza' },
    documento: { label: 'CPF', valor: '529.982.247-25' },
    dadosComplementares: [{ label: 'Cargo', valor: 'Diretora financeira' }],
  },
  dadosEmpresa: {
    nome: { label: 'Razão Social', valor: 'Empresa Exemplo Ltda' },
    documento: { label: 'CNPJ', valor: '11.222.333/0001-81' },
  },
  dadosComplementaresAssinatura: [{ label: 'Processo', valor: '2026/0042' }],
  arquivos: ['0199c0de-0000-7000-8000-000000000001'],
};
