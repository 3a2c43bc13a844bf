import { ApiProperty } from '@nestjs/swagger';
import type { RateState } from '#application/access/throttle';
import { MOST_COUNTED } from '#application/documents/find-documents.use-case';
import type { Settings } from '#application/support/settings';
import { FILTER_LIMITS } from '#domain/documents/filter';
import { TEXT_LIMITS } from '#domain/documents/text-query';
import { FIND_BYTES, LARGEST_PAGE } from '../documents/find-documents.dto';
import type { RequestContext } from '../server/request-context';
import type { ServerLimits } from '../server/server-limits';

class SearchLimits {
  @ApiProperty({ example: FIND_BYTES, description: 'Bytes of a body.' }) corpo!: number;
  @ApiProperty({ example: FILTER_LIMITS.depth, description: 'Groups within groups.' }) profundidade!: number;
  @ApiProperty({ example: FILTER_LIMITS.conditions, description: 'Conditions of a filter.' }) condicoes!: number;
  @ApiProperty({ example: FILTER_LIMITS.valuesOfOne, description: 'Values of one condition.' }) valoresPorCondicao!: number;
  @ApiProperty({ example: FILTER_LIMITS.values, description: 'Values of a filter.' }) valores!: number;
  @ApiProperty({ example: FILTER_LIMITS.fields, description: 'Different fields of a filter.' }) campos!: number;
  @ApiProperty({
    example: FILTER_LIMITS.tests,
    description: 'Fields that the labels of a filter name, together; of `contem`, times its words.',
  })
  comparacoes!: number;

  @ApiProperty({ example: TEXT_LIMITS.characters, description: 'Characters of `texto`; 0: this service does not read the text of files.' })
  texto!: number;

  @ApiProperty({ example: TEXT_LIMITS.terms, description: 'Words of `texto`.' }) palavras!: number;
  @ApiProperty({ example: FILTER_LIMITS.columns, description: 'Columns of an answer.' }) colunas!: number;
  @ApiProperty({ example: LARGEST_PAGE, description: 'Documents of a page.' }) tamanhoPagina!: number;
  @ApiProperty({ example: MOST_COUNTED, description: 'Up to here totals are exact.' }) contagemExata!: number;
}

class FileLimits {
  @ApiProperty({ example: 1_610_612_736, description: 'Bytes of a file.' }) tamanho!: number;
  @ApiProperty({ example: 100, description: 'Files of a call.' }) porChamada!: number;
  @ApiProperty({ example: 2_147_483_648, description: 'Bytes of a body with files.' }) corpo!: number;
}

class CallLimit {
  @ApiProperty({ enum: ['cliente', 'usuario'], description: 'Whose calls are counted.' }) de!: string;
  @ApiProperty({ example: 60, description: 'Length of the window in seconds.' }) segundos!: number;
  @ApiProperty({ example: 240, description: 'Calls that it allows.' }) limite!: number;
  @ApiProperty({ example: 239, description: 'Calls that are left, this one counted.' }) restantes!: number;
  @ApiProperty({ example: 42, description: 'Seconds until it ends.' }) reinicia!: number;

  static from(of: string, { seconds, limit, remaining, resets }: RateState): CallLimit {
    return { de: of, segundos: seconds, limite: limit, restantes: Math.max(0, remaining), reinicia: resets };
  }
}

export class LimitsAnswer {
  @ApiProperty({ type: SearchLimits }) pesquisa!: SearchLimits;
  @ApiProperty({ type: FileLimits }) arquivo!: FileLimits;
  @ApiProperty({ type: [CallLimit], description: 'Empty where calls are not limited.' }) chamadas!: CallLimit[];

  static from(
    { maxFileBytes, maxFiles, readFiles }: Settings,
    { maxBodyBytes }: ServerLimits,
    rates: RequestContext['rates'],
  ): LimitsAnswer {
    return {
      pesquisa: {
        corpo: FIND_BYTES,
        profundidade: FILTER_LIMITS.depth,
        condicoes: FILTER_LIMITS.conditions,
        valoresPorCondicao: FILTER_LIMITS.valuesOfOne,
        valores: FILTER_LIMITS.values,
        campos: FILTER_LIMITS.fields,
        comparacoes: FILTER_LIMITS.tests,
        texto: readFiles ? TEXT_LIMITS.characters : 0,
        palavras: TEXT_LIMITS.terms,
        colunas: FILTER_LIMITS.columns,
        tamanhoPagina: LARGEST_PAGE,
        contagemExata: MOST_COUNTED,
      },
      arquivo: { tamanho: maxFileBytes, porChamada: maxFiles, corpo: maxBodyBytes },
      chamadas: [
        ...(rates?.client ?? []).map((state) => CallLimit.from('cliente', state)),
        ...(rates?.user ?? []).map((state) => CallLimit.from('usuario', state)),
      ],
    };
  }
}
