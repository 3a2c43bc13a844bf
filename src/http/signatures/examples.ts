import { stableId } from '#application/stable-id';

/** Names of the demo archive, whose ids depend on them alone. */
const CLIENT = 'Empresa Exemplo';

/** The ids of files are those of the caller's own. */
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
