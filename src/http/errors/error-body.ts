import { ApiProperty } from '@nestjs/swagger';

export const FAULT = { codigo: 'ERRO_INTERNO', mensagem: 'Erro interno: informe o idRequisicao ao suporte.' };
/** Unparsable HTTP, or a request that timed out. */
export const ILLEGIBLE = { codigo: 'REQUISICAO_ILEGIVEL', mensagem: 'A requisição HTTP não pôde ser lida.' };

export class FieldErrorBody {
  @ApiProperty({ description: 'Where in the request, in its own names.', example: 'valoresCampos[2].valorCampo' })
  campo!: string;
  @ApiProperty({ description: 'Stable code.', example: 'DIGITO_VERIFICADOR' })
  codigo!: string;
  @ApiProperty({ description: 'What to do, in Portuguese.', example: 'O CNPJ não é válido: confira os dígitos.' })
  mensagem!: string;
}

/** The shape of every refusal. */
export class ErrorBody {
  @ApiProperty({ description: 'Stable code, upper-case ASCII.', example: 'ENTRADA_INVALIDA' })
  codigo!: string;
  @ApiProperty({ description: 'What happened and what to do, in Portuguese.', example: 'Corrija os campos indicados.' })
  mensagem!: string;
  @ApiProperty({ type: [FieldErrorBody], required: false, description: 'All fields with problems, when the refusal is about fields.' })
  erros?: FieldErrorBody[];
  @ApiProperty({ description: 'Equals the X-Request-Id header.', example: '6f1c0a5e-6f8f-4e0e-9d57-6b7f3a8f7c11' })
  idRequisicao!: string;
}
