import { ApiProperty } from '@nestjs/swagger';
import type { AuditPage } from '#application/audit/list-audit-events.use-case';
import type { TimeZone } from '#application/support/time-zone';
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit/audit-event';
import type { FieldProblem } from '#domain/errors';
import type { PlaceQuery } from '../auth/place-query';
import { Choice, Guid, Integer, Moment } from '../validation/decorators';

/** Names of actions on the wire. */
export const ACTION_NAMES: Record<AuditAction, string> = {
  'document.create': 'documento.incluir',
  'document.update': 'documento.alterar',
  'document.delete': 'documento.excluir',
  'document.restore': 'documento.restaurar',
  'file.add': 'arquivo.incluir',
  'file.delete': 'arquivo.excluir',
  'file.sign': 'arquivo.assinar',
  'share.create': 'compartilhamento.incluir',
  'share.revoke': 'compartilhamento.remover',
  'list-row.create': 'lista.incluir',
  'list-row.update': 'lista.alterar',
  'list-row.delete': 'lista.excluir',
  'box.create': 'caixa.incluir',
  'workflow.activate': 'fluxo.ativar',
  'workflow.associate': 'fluxo.associar',
  'workflow.form': 'fluxo.formulario',
  'workflow.complete': 'fluxo.concluir',
  'user.create': 'usuario.incluir',
  'user.password': 'usuario.senha',
  'user.status': 'usuario.status',
  'user.grants': 'usuario.permissoes',
  'user.unlock': 'usuario.desbloquear',
  'user.update': 'usuario.alterar',
  'user.erase': 'usuario.anonimizar',
  'api-key.create': 'chave_api.incluir',
  'api-key.replace': 'chave_api.trocar',
  'api-key.end': 'chave_api.encerrar',
  'session.open': 'sessao.abrir',
  'session.close': 'sessao.encerrar',
  'session.refuse': 'sessao.recusar',
  'bill.create': 'fatura.incluir',
  'subscription-key.rotate': 'chave.trocar',
  'archive.apply': 'acervo.aplicar',
  'archive.import': 'acervo.importar',
  'archive.purge': 'acervo.expurgar',
  'webhook.create': 'webhook.incluir',
  'webhook.update': 'webhook.alterar',
  'webhook.secret': 'webhook.segredo',
  'webhook.disable': 'webhook.desativar',
  'webhook.resume': 'webhook.retomar',
  'webhook.replay': 'webhook.reenviar',
  'webhook.delete': 'webhook.excluir',
  'event.anonymize': 'evento.anonimizar',
  'trail.prune': 'trilha.podar',
  'trail.rekey': 'trilha.trocar_chave',
  'trail.restart': 'trilha.iniciar_epoca',
  'call.refuse': 'chamada.recusar',
  'file.read': 'arquivo.ler',
  'share.open': 'compartilhamento.abrir',
  'audit.drop': 'auditoria.descartar',
};

export class AuditQuery implements PlaceQuery {
  @Guid({ description: 'Client whose events are asked for.', required: true })
  idCliente!: string;

  @Moment('start', { description: 'From this moment on.', example: '01/11/2026' })
  dataInicial?: Date;

  @Moment('end', { description: 'Up to this moment; a day counts to its end.', example: '30/11/2026' })
  dataFinal?: Date;

  @Guid({ description: 'User whose events are asked for.' })
  idUsuario?: string;

  @Guid({ description: 'Document, flow, list row, box, user, session, bill or webhook that the events are about.' })
  idObjeto?: string;

  @Choice(Object.values(ACTION_NAMES), { description: 'What was done.', example: 'documento.incluir' })
  acao?: string;

  @Integer({ description: 'Where the page begins: `proximo` of the page before.', min: 1 })
  cursor?: number;

  @Integer({ description: 'Events per page.', min: 1, max: 500, example: 100 })
  limite?: number;

  static check({ dataInicial, dataFinal }: AuditQuery): FieldProblem[] {
    return dataInicial && dataFinal && dataFinal < dataInicial ? [{ path: ['dataFinal'], code: 'ORDER' }] : [];
  }

  static actionOf({ acao }: AuditQuery): AuditAction | undefined {
    return AUDIT_ACTIONS.find((action) => ACTION_NAMES[action] === acao);
  }
}

class EventAnswer {
  @ApiProperty({ example: 1024, description: "Place in the client's log, from 1 without a gap." }) sequencia!: number;
  @ApiProperty({ example: '2026-11-21T09:30:00.000-03:00' }) dataHora!: string;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'All zeros: an operator, at the command line, or somebody whom the service does not know, such as whoever opens a link. Null: erased.',
  })
  idUsuario!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '203.0.113.7',
    description: 'Address of the caller; `cli`: the command line; `service`: the service itself. Null: erased.',
  })
  origem!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`X-Request-Id` of the call; of an operator: the command and its run. Null: erased.',
  })
  idRequisicao!: string | null;
  @ApiProperty({ enum: Object.values(ACTION_NAMES) }) acao!: string;
  @ApiProperty({ type: Object, description: 'Ids, codes and states; never contents. `times`: so often within about a second.' })
  objeto!: object;
  @ApiProperty({
    example: 'mB1k3wq0c4Wc4m3bY2m0fK0lq8nqT2u5cG1c9oY8w3E',
    description: 'Hash of this event: its leaf in the Merkle tree of the client (RFC 9162).',
  })
  hash!: string;
}

export class AuditAnswer {
  @ApiProperty({ type: [EventAnswer] }) eventos!: EventAnswer[];
  @ApiProperty({ type: Number, nullable: true, description: 'Cursor of the next page; null on the last one.' }) proximo!: number | null;

  static from({ events, next }: AuditPage, timeZone: TimeZone): AuditAnswer {
    return {
      eventos: events.map((event) => ({
        sequencia: event.position,
        dataHora: timeZone.iso(event.at),
        idUsuario: event.userId,
        origem: event.address,
        idRequisicao: event.requestId,
        acao: ACTION_NAMES[event.action],
        objeto: event.subject,
        hash: event.hash,
      })),
      proximo: next,
    };
  }
}
