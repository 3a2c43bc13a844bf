import { ApiProperty } from '@nestjs/swagger';
import type { DescribedLevel } from '#application/structure/describe-level.use-case';
import { CREATE_V1, CREATE_V2, CREATE_V3 } from '../documents/examples';
import { Guid } from '../validation/decorators';
import { levelSchema, type JsonSchema } from './level-schema';

export class LevelQuery {
  @Guid({ description: 'Level of the organisational tree.', required: true })
  idArvoreOrganizacional!: string;
}

class LevelUnit {
  @ApiProperty({ format: 'uuid' }) idUnidade!: string;
  @ApiProperty({ example: 'Unidade Central' }) nomeUnidade!: string;
}

class LevelDueDate {
  @ApiProperty({ example: 'Data de Emissão', description: 'Field from whose date documents are kept.' }) campo!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null for a custom field.' }) nomeLista!: string | null;
  @ApiProperty({ example: 60, description: 'Months, current and intermediate archive together.' }) meses!: number;
}

class LevelExamples {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Body for operation 4.2.' }) V1!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Body for operation 4.3.' }) V2!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Body for operation 4.9.' }) V3!: object;

  /** Electronic documents with one tiny file; only V2 and V3 can share it. */
  static from(example: DescribedLevel['example']): LevelExamples {
    const values = example.map(({ listName, label, text }) => ({ nomeLista: listName ?? '', label, valorCampo: text }));
    return {
      V1: { codigoCaixa: null, valoresCampos: values, arquivos: CREATE_V1.arquivos },
      V2: {
        CodigoCaixa: null,
        IdDocumento: '',
        Arquivos: CREATE_V2.Arquivos,
        ValoresCampos: values.map(({ nomeLista, label, valorCampo }) => ({ NomeLista: nomeLista, Label: label, ValorCampo: valorCampo })),
      },
      V3: { codigoCaixa: null, valoresCampos: values, arquivos: CREATE_V3.arquivos },
    };
  }
}

export class LevelDescription {
  @ApiProperty({ format: 'uuid' }) idArvoreOrganizacional!: string;
  @ApiProperty({ example: 'Notas Fiscais' }) nome!: string;
  @ApiProperty({ example: 'Financeiro > Notas Fiscais' }) caminho!: string;
  @ApiProperty({ format: 'uuid' }) idCliente!: string;
  @ApiProperty({ example: 'Empresa Exemplo' }) nomeCliente!: string;
  @ApiProperty({ type: [LevelUnit], description: 'Units through which the caller reaches the level.' }) unidades!: LevelUnit[];
  @ApiProperty({ type: LevelDueDate, nullable: true, description: 'Null where documents are never due.' })
  vencimento!: LevelDueDate | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema 2020-12 of the indexer values: custom fields by label, each list by its name as an object of its fields.',
  })
  esquema!: JsonSchema;
  @ApiProperty({ type: LevelExamples }) exemplos!: LevelExamples;

  static from({ level, clientId, clientName, units, due, example }: DescribedLevel): LevelDescription {
    return {
      idArvoreOrganizacional: level.node.id,
      nome: level.node.name,
      caminho: level.node.path,
      idCliente: clientId,
      nomeCliente: clientName,
      unidades: units.map(({ id, name }) => ({ idUnidade: id, nomeUnidade: name })),
      vencimento: due && { campo: due.indexer.field.label, nomeLista: due.indexer.list?.name ?? null, meses: due.months },
      esquema: levelSchema(level),
      exemplos: LevelExamples.from(example),
    };
  }
}
