import { ApiProperty } from '@nestjs/swagger';
import type { ReachedClient, ReachedUnit } from '#application/structure/describe-reach.use-case';
import type { Permission } from '#domain/access/permission';
import type { Level } from '#domain/trees/client-structure';
import type { FieldType } from '#domain/trees/field';

export const TYPE_NAMES: Record<FieldType, string> = {
  text: 'Texto',
  number: 'Numérico',
  money: 'Monetário',
  date: 'Data',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  'cnpj-or-cpf': 'CNPJ/CPF',
  checkbox: 'Checkbox',
  options: 'Lista',
};

export const PERMISSION_NAMES: Record<Permission, string> = {
  'document:view': 'documento.consultar',
  'document:create': 'documento.incluir',
  'document:update': 'documento.alterar',
  'document:delete': 'documento.excluir',
  'document:share': 'documento.compartilhar',
  'file:view': 'arquivo.consultar',
  'file:add': 'arquivo.incluir',
  'file:delete': 'arquivo.excluir',
  'file:sign': 'arquivo.assinar',
  'list:view': 'lista.consultar',
  'list:change': 'lista.alterar',
  'workflow:view': 'fluxo.consultar',
  'workflow:act': 'fluxo.executar',
  'billing:view': 'fatura.consultar',
  'report:view': 'relatorio.consultar',
  'user:manage': 'usuario.administrar',
  'audit:view': 'auditoria.consultar',
  'event:view': 'evento.consultar',
  'webhook:manage': 'webhook.administrar',
  'archive:manage': 'acervo.administrar',
};

class FieldAnswer {
  @ApiProperty({ example: 'Número' }) label!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null for a custom field.' }) nomeLista!: string | null;
  @ApiProperty({ example: 'Numérico' }) tipo!: string;
  @ApiProperty() obrigatorio!: boolean;
  @ApiProperty({ example: 1 }) ordem!: number;
}

class LevelAnswer {
  @ApiProperty({ format: 'uuid' }) idArvoreOrganizacional!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null at the top, or where the level above is out of reach.' })
  idPai!: string | null;
  @ApiProperty({ example: 'Notas Fiscais' }) nome!: string;
  @ApiProperty({ example: 'Financeiro > Notas Fiscais' }) caminho!: string;
  @ApiProperty({ type: [String], example: ['documento.consultar', 'documento.incluir'] }) permissoes!: string[];
  @ApiProperty({ type: [FieldAnswer] }) campos!: FieldAnswer[];
}

class BoxAnswer {
  @ApiProperty({ example: 5001 }) codigoCaixa!: number;
  @ApiProperty({ format: 'uuid', description: 'Box type, as a search (4.4) takes it.' }) idCaixaTipo!: string;
  @ApiProperty({ example: 'Caixa Arquivo' }) tipo!: string;
  @ApiProperty({ example: 'Guarda Interna' }) guarda!: string;
}

class OriginAnswer {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() mensagem!: string;
}

class ClientAnswer {
  @ApiProperty({ format: 'uuid' }) idCliente!: string;
  @ApiProperty({ example: 'Empresa Exemplo' }) nomeCliente!: string;
  @ApiProperty({ type: [LevelAnswer] }) arvores!: LevelAnswer[];
  @ApiProperty({ type: [BoxAnswer], description: 'The first 1000 by code.' }) caixas!: BoxAnswer[];
  @ApiProperty({ type: [OriginAnswer] }) origensAssinatura!: OriginAnswer[];
}

export class UnitAnswer {
  @ApiProperty({ format: 'uuid' }) idUnidade!: string;
  @ApiProperty({ example: 'Unidade Central' }) nomeUnidade!: string;
  @ApiProperty({ type: [ClientAnswer] }) clientes!: ClientAnswer[];

  static from({ id, name, clients }: ReachedUnit): UnitAnswer {
    return { idUnidade: id, nomeUnidade: name, clientes: clients.map(clientAnswer) };
  }
}

function clientAnswer({ id, name, levels, boxes, origins }: ReachedClient): ClientAnswer {
  const idOf = new Map(levels.map(({ level }) => [level.node.code, level.node.id]));
  return {
    idCliente: id,
    nomeCliente: name,
    arvores: levels.map(({ level, permissions }) => levelAnswer(level, permissions, idOf)),
    caixas: boxes.map(({ code, typeId, typeName, numberedBy }) => ({
      codigoCaixa: code,
      idCaixaTipo: typeId,
      tipo: typeName,
      guarda: numberedBy === 'client' ? 'Guarda Interna' : 'Guarda Terceirizada',
    })),
    origensAssinatura: origins.map((origin) => ({ id: origin.id, mensagem: origin.message })),
  };
}

function levelAnswer({ node, indexers }: Level, permissions: readonly Permission[], idOf: ReadonlyMap<number, string>): LevelAnswer {
  return {
    idArvoreOrganizacional: node.id,
    idPai: node.parentCode === null ? null : (idOf.get(node.parentCode) ?? null),
    nome: node.name,
    caminho: node.path,
    permissoes: permissions.map((permission) => PERMISSION_NAMES[permission]),
    campos: indexers.map(({ field, list, mandatory }, index) => ({
      label: field.label,
      nomeLista: list?.name ?? null,
      tipo: TYPE_NAMES[field.type],
      obrigatorio: mandatory,
      ordem: index + 1,
    })),
  };
}
