import { ApiProperty } from '@nestjs/swagger';
import type { MadeFile } from '#application/workflows/get-flow-model.use-case';
import { Choice } from '../validation/decorators';
import { DetailsQuery } from './workflow-details.dto';

export class ModelQuery extends DetailsQuery {
  @Choice(['pdf', 'bpmn'], {
    description: 'Extension: `bpmn` gives the definition that the flow follows as a BPMN 2.0 file with its diagram.',
    example: 'pdf',
  })
  formato?: string;
}

/** Answer of 6.6. */
export class ModelAnswer {
  @ApiProperty({ example: 'Dados do Contrato.pdf' }) nomeModelo!: string;
  @ApiProperty({ format: 'byte', description: 'Base64.' }) arquivoModelo!: string;

  static from({ name, content }: MadeFile): ModelAnswer {
    return { nomeModelo: name, arquivoModelo: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64') };
  }
}
