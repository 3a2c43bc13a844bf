import { stableId } from '#application/support/stable-id';

/** Bodies for the demo archive. */
export const CREATE_USER = {
  login: 'maria.silva',
  nome: 'Maria da Silva',
  email: 'maria@exemplo.com.br',
  senha: 'Segredo@2026',
  telefoneFixo: '(31) 3333-4444',
  registrosPorPagina: 50,
  alteraSenhaProximoLogin: false,
  idCultura: 1,
  notificacaoTTD: false,
  clienteMaster: true,
  idClientePermissao: stableId('client', 'Empresa Exemplo'),
  idUnidadePermissao: stableId('unit', 'Unidade Central'),
};

export const GRANTS = [
  {
    idCliente: stableId('client', 'Empresa Exemplo'),
    idUnidade: stableId('unit', 'Unidade Central'),
    idArvoreOrganizacional: stableId('level', 'Empresa Exemplo', 'Financeiro'),
    idPerfil: stableId('profile', 'Leitor'),
  },
];
