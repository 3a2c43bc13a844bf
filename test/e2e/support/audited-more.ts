import { stableId } from '#application/support/stable-id';
import { IDS } from './api';
import { cell, list, onUser, type AuditedOperation } from './audited';
import { filed, NOBODY, remove } from './reading';
import { fresh } from './repeats';

/** What administrators do, beside the interface. */
export const AUDITED_MORE: readonly AuditedOperation[] = [
  {
    name: 'restore',
    action: 'documento.restaurar',
    ready: async (api) => {
      const { id, code } = await filed(api);
      await remove(api, id);
      return {
        method: 'POST',
        path: `/api/Documento/${id}/cliente/${IDS.client}/restaurar`,
        subject: () => ({ documentId: id, code, levelId: expect.any(String) }),
      };
    },
  },
  {
    name: 'delete row',
    action: 'lista.excluir',
    ready: async (api) => {
      const body = [cell('Matrícula', fresh('').replace('-', '71')), cell('Nome', 'Pessoa Sigilosa')];
      const { text } = await api.post('/api/AdicionarItemLista/Post', { query: { idCliente: IDS.client, idLista: list }, body });
      const row = /'(.+)'/.exec(text)?.[1];
      return {
        method: 'DELETE',
        path: `/api/Lista/${list}/Cliente/${IDS.client}/LinhaLista/${row}`,
        subject: () => ({ listId: list, rowId: row }),
      };
    },
  },
  {
    name: 'create box',
    action: 'caixa.incluir',
    repeatable: true,
    ready: async () => ({
      method: 'POST',
      path: '/api/Caixa',
      query: { idCliente: IDS.client, idUnidade: IDS.unit },
      body: { idCaixaTipo: stableId('box-type', 'Caixa Arquivo'), numeroProvisorio: fresh('Sigilosa') },
      wrong: { idCaixaTipo: NOBODY },
      subject: ({ json }) => ({ boxId: json.idCaixa, code: json.codigoCaixa, unitId: IDS.unit }),
    }),
  },
  onUser('change', 'usuario.alterar', 'PUT', '', { nome: 'Usuário de Teste Sigiloso' }, { registrosPorPagina: 1 }, { fields: ['name'] }),
  onUser('unlock', 'usuario.desbloquear', 'POST', 'Desbloquear', undefined, undefined, {}),
];
