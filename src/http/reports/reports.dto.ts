import { ApiProperty } from '@nestjs/swagger';
import type { Report } from '#application/reports/report';
import type { ReportPlace } from '#application/reports/report-access';
import type { RunReportInput } from '#application/reports/run-report.use-case';
import type { TimeZone } from '#application/support/time-zone';
import type { FieldProblem } from '#domain/errors';
import { PARAMETERS } from '#domain/reports/parameters';
import { Guid, ListOf, readable, Text } from '../validation/decorators';
import { EXAMPLE } from './examples';
import { readParameters } from './read-parameters';
import { PARAMETER_NAMES, PARAMETER_TYPES, REPORT_NAMES } from './words';

export class ReportsQuery {
  @Guid({ description: 'For the reports about a service unit; exactly one of `idUnidade` and `idCliente`.' })
  idUnidade?: string;

  @Guid({ description: 'For the reports about a client; exactly one of `idUnidade` and `idCliente`.', example: EXAMPLE.client })
  idCliente?: string;

  static check({ idUnidade, idCliente }: ReportsQuery): FieldProblem[] {
    const isOne = (idUnidade === undefined) !== (idCliente === undefined);
    return isOne ? [] : [{ path: ['idCliente'], code: 'EXACTLY_ONE', details: { of: '"idUnidade" e "idCliente"' } }];
  }

  static placeOf({ idUnidade, idCliente }: ReportsQuery): ReportPlace {
    return idUnidade === undefined ? { clientId: idCliente as string } : { unitId: idUnidade };
  }
}

export class ParameterPair {
  @Guid({ description: 'Parameter: `idRelatorioParametro` of operation 8.1.', required: true })
  IdParam!: string;

  @Text({ description: 'Its value, written as its type is written everywhere; empty: not given.', max: 4000, allowEmpty: true })
  Valor?: string;
}

export class ReportDataQuery extends ReportsQuery {
  @Guid({ description: 'Report: `idRelatorio` of operation 8.1.', required: true, example: EXAMPLE.report })
  idRelatorio!: string;

  @ListOf(() => ParameterPair, { description: 'Parameters, counted from 0; gaps do no harm.', max: 100 })
  Parametros?: ParameterPair[];

  static toInput(query: ReportDataQuery, unread: readonly FieldProblem[], timeZone: TimeZone): RunReportInput {
    return {
      place: ReportsQuery.placeOf(query),
      reportId: readable(query.idRelatorio),
      parametersOf: (report) => readParameters(report, query.Parametros, timeZone),
      unread,
    };
  }
}

class ParameterAnswer {
  @ApiProperty({ format: 'uuid' }) idRelatorioParametro!: string;
  @ApiProperty({ example: 'Data inicial (obrigatório)', description: 'Says so where the report does not run without it.' })
  nomeParametro!: string;
  @ApiProperty({ enum: [...new Set(Object.values(PARAMETER_TYPES))], example: 'DateTime' }) tipoDados!: string;
}

/** Answer of 8.1. */
export class ReportAnswer {
  @ApiProperty({ format: 'uuid', description: 'Never changes.' }) idRelatorio!: string;
  @ApiProperty({ example: 'Documentos por nível e período' }) nomeRelatorio!: string;
  @ApiProperty({ type: [ParameterAnswer] }) parametros!: ParameterAnswer[];

  static from(report: Report): ReportAnswer {
    return {
      idRelatorio: report.id,
      nomeRelatorio: REPORT_NAMES[report.name],
      parametros: report.parameters.map(({ name, mandatory }) => ({
        idRelatorioParametro: report.parameterId(name),
        nomeParametro: `${PARAMETER_NAMES[name]}${mandatory ? ' (obrigatório)' : ''}`,
        tipoDados: PARAMETER_TYPES[PARAMETERS[name]],
      })),
    };
  }
}

class ReportCellAnswer {
  @ApiProperty({ example: 'Código do Documento', description: 'What people read.' }) NomeAmigavel!: string;
  @ApiProperty({ example: 'CodigoDocumento', description: 'What programs go by.' }) NomeColuna!: string;
  @ApiProperty({ example: 'Int64', description: '`String`, `Guid`, `DateTime`, `Date`, `Int64`, `Decimal` or `Boolean`.' }) Tipo!: string;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }],
    nullable: true,
    example: '1024',
    description: 'A number or null where the type is `Decimal`. Else text, a `DateTime` in ISO 8601, a `Date` as dd/MM/yyyy; none is "".',
  })
  Valor!: string | number | null;
}

/** Answer of 8.2. */
export class ReportRowAnswer {
  @ApiProperty({ type: [ReportCellAnswer], description: 'One entry per column, in the same order in every row.' })
  Dados!: ReportCellAnswer[];
}
