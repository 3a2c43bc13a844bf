import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListReports } from '#application/reports/list-reports.use-case';
import { RunReport } from '#application/reports/run-report.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Actor } from '#domain/access/actor';
import { refuseAll, type FieldProblem } from '#domain/errors';
import { LoadShedding } from '../server/load-shedding';
import { tenantOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';
import { CurrentUser, Unread } from '../validation/parameters';
import { ReportAnswer, ReportDataQuery, ReportRowAnswer, ReportsQuery } from './reports.dto';
import { CSV, sendReport, XLSX } from './send-report';

const RIGHTS =
  'A report shows nothing that other operations would not show the caller: beside `relatorio.consultar` it needs what they need ' +
  '(documents: `documento.consultar`; where their bytes are added up also `arquivo.consultar`; lists and the structure: `lista.consultar`; share links: ' +
  '`documento.compartilhar`; users, and the names of those who filed: `usuario.administrar`; audit: `auditoria.consultar` on the whole client), and its rows lie ' +
  'within the levels and units of all of these.';

@ApiTags('Reports')
@Controller('api/Relatorios')
export class ReportsController {
  constructor(
    private readonly listReports: ListReports,
    private readonly runReport: RunReport,
    private readonly loadShedding: LoadShedding,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: '8.1',
    version: 'V1',
    summary: 'Fetch reports',
    description:
      `With \`idCliente\` the reports about that client, with \`idUnidade\` those about the clients of that unit that the caller may use. Only those that the caller may run. ${RIGHTS} ` +
      'Types of parameters: `String`, `Guid`, `DateTime` (a day, or a moment), `Int32`, `Boolean`. A parameter is optional unless its name says otherwise.',
    permission: 'report:view',
    reach: 'nothing',
    query: ReportsQuery,
    answer: { status: 200, description: 'The reports.', type: [ReportAnswer] },
    refusals: { input: ['EXACTLY_ONE'] },
  })
  @Get('GetRelatorios')
  async list(@CurrentUser() actor: Actor, @Query() query: ReportsQuery): Promise<ReportAnswer[]> {
    return (await this.listReports.execute(actor, ReportsQuery.placeOf(query))).map((report) => ReportAnswer.from(report));
  }

  @Operation({
    number: '8.2',
    version: 'V1',
    summary: 'Fetch the data of a report',
    description:
      'One entry per row, streamed, however many there are: what changes meanwhile may be in it as it was before or after. A report of the other kind, or that the ' +
      `caller may not run, is answered like one that does not exist. ${RIGHTS} Values are text: \`DateTime\` is \`dd/MM/yyyy\` for a day and ISO 8601 for a moment. ` +
      `\`Accept: ${CSV}\` answers a file as RFC 4180 has it, in UTF-8 with a byte order mark, divided by \`;\` (which spreadsheets expect where the comma divides decimals); ` +
      "what a spreadsheet would take for a formula gets an apostrophe (`'`) in front, at the beginning of a text and behind commas, semicolons, tabs and line ends in it. " +
      `\`Accept: ${XLSX}\` answers a workbook; what does not fit a sheet of 1 048 576 rows goes to further ones. Any other \`Accept\` gets JSON. An answer that breaks off is not complete.`,
    permission: 'report:view',
    reach: 'nothing',
    query: ReportDataQuery,
    joint: true,
    answer: { status: 200, description: 'The rows.', type: [ReportRowAnswer], files: [CSV, XLSX] },
    headers: { 'Content-Disposition': 'Of CSV and XLSX: name of the report, and today.' },
    refusals: {
      codes: ['REPORT_UNKNOWN'],
      input: ['DATE_IMPOSSIBLE', 'EXACTLY_ONE', 'ORDER', 'OUT_OF_RANGE', 'PARAMETER_MISSING', 'UNKNOWN_ID'],
    },
  })
  @Get('GetDadosRelatorios')
  async run(
    @CurrentUser() actor: Actor,
    @Query() query: ReportDataQuery,
    @Unread() unread: readonly FieldProblem[],
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    // Without a place no report is found.
    if (unread.length > 0 && ReportsQuery.check(query).length > 0) refuseAll([...unread, ...ReportsQuery.check(query)]);
    const giveBack = this.loadShedding.report(tenantOf(request));
    try {
      const running = await this.runReport.execute(actor, ReportDataQuery.toInput(query, unread, this.timeZone));
      await sendReport(request, response, running, this.timeZone);
    } finally {
      giveBack();
    }
  }
}
