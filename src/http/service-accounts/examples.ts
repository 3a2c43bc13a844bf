import { stableId } from '#application/support/stable-id';

/** Bodies for the demo archive. */
export const CREATE_ACCOUNT = {
  login: 'erp-notas',
  nome: 'ERP',
  idCliente: stableId('client', 'Empresa Exemplo'),
  idResponsavel: stableId('user', 'demo'),
};

export const CREATE_KEY = {
  nome: 'produção',
  validadeDias: 90,
  permissoes: ['document:create', 'file:add'],
  idArvoreOrganizacional: stableId('level', 'Empresa Exemplo', 'Financeiro', 'Notas Fiscais'),
  redes: ['203.0.113.0/24'],
};

export const TAKE_OVER = { idResponsavel: stableId('user', 'leitor') };
