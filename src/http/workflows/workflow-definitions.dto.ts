import { ApiProperty } from '@nestjs/swagger';
import type { ShownDefinition } from '#application/workflows/list-definitions.use-case';
import type { Activation } from '#domain/workflows/workflow-definition';
import type { PlaceQuery } from '../auth/place-query';
import { Guid } from '../validation/decorators';

const ACTIVATION_LETTERS: Record<Activation, 'A' | 'I' | 'M'> = { automatic: 'A', api: 'I', manual: 'M' };

export class DefinitionsQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the definitions.', required: true })
  idCliente!: string;
}

class FormFieldAnswer {
  @ApiProperty({ format: 'uuid' }) idCampo!: string;
  @ApiProperty({ example: 'Título' }) nomeCampo!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null: a field of the form itself.' })
  idLista!: string | null;
  @ApiProperty() obrigatorio!: boolean;
}

class FormAnswer {
  @ApiProperty({ format: 'uuid' }) idFormulario!: string;
  @ApiProperty({ example: 'Dados do Contrato' }) nomeFormulario!: string;
  @ApiProperty({ type: [FormFieldAnswer] }) campos!: FormFieldAnswer[];
}

/** Answer of 6.1. */
export class DefinitionAnswer {
  @ApiProperty({ format: 'uuid' }) IdCliente!: string;
  @ApiProperty({ format: 'uuid' }) IdConfWorkflow!: string;
  @ApiProperty({ example: 'Aprovação de Contrato' }) NomeFluxo!: string;
  @ApiProperty({ enum: ['A', 'I'], description: '`A` active, `I` inactive: no flow can be activated.' }) Status!: 'A' | 'I';
  @ApiProperty({ enum: ['A', 'I', 'M'], example: 'I', description: '`A` automatic, `I` API integration, `M` manual (not by 6.2).' })
  TipoAtivacao!: 'A' | 'I' | 'M';
  @ApiProperty({ type: FormAnswer, nullable: true }) Formulario!: FormAnswer | null;

  static from({ definition, fields }: ShownDefinition): DefinitionAnswer {
    const { id, clientId, name, active, activation, design } = definition;
    return {
      IdCliente: clientId,
      IdConfWorkflow: id,
      NomeFluxo: name,
      Status: active ? 'A' : 'I',
      TipoAtivacao: ACTIVATION_LETTERS[activation],
      Formulario: design.form && {
        idFormulario: design.form.id,
        nomeFormulario: design.form.name,
        campos: fields.map(({ field, list, mandatory }) => ({
          idCampo: field.id,
          nomeCampo: field.label,
          idLista: list?.id ?? null,
          obrigatorio: mandatory,
        })),
      },
    };
  }
}
