import { queryOptions } from '@tanstack/react-query';
import { call, read, type Query } from './call';
import { wireDay } from './find';
import { beginningOf, rowsIn } from './report-rows';
import { saveAnswer } from './save';

/** About a client, or about those of a unit that the person may use. */
export type ReportPlace = { client: string } | { unit: string };
export type Choice = 'day' | 'flag' | 'level' | 'list' | 'user' | 'number' | 'text';

export interface ReportParameter {
  id: string;
  /** As the service writes it: Portuguese, without a remark. */
  name: string;
  choice: Choice;
  isMandatory: boolean;
}
export interface Report {
  id: string;
  name: string;
  parameters: readonly ReportParameter[];
}
export interface ReportColumn {
  id: string;
  name: string;
  type: string;
}
export interface ReportRow {
  at: number;
  cells: readonly string[];
}
export interface ReportRows {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  isAll: boolean;
}

interface WireReport {
  idRelatorio: string;
  nomeRelatorio: string;
  parametros: { idRelatorioParametro: string; nomeParametro: string; tipoDados: string }[];
}
const MANDATORY = ' (obrigatório)';
const TYPES: Record<string, Choice> = { DateTime: 'day', Boolean: 'flag', Int32: 'number' };
/** Ids that a person chooses by name. */
const NAMED: Record<string, Choice> = { 'Id do nível da árvore': 'level', 'Id da lista': 'list', 'Id do usuário': 'user' };

const queryOf = (place: ReportPlace): Query => ('client' in place ? { idCliente: place.client } : { idUnidade: place.unit });

export const reports = (place: ReportPlace) =>
  queryOptions({
    queryKey: ['reports', place],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) =>
      (await read<WireReport[]>('/api/Relatorios/GetRelatorios', queryOf(place), signal)).map((report): Report => ({
        id: report.idRelatorio,
        name: report.nomeRelatorio,
        parameters: report.parametros.map(({ idRelatorioParametro: id, nomeParametro, tipoDados }) => {
          const name = nomeParametro.replace(MANDATORY, '');
          return { id, name, choice: NAMED[name] ?? TYPES[tipoDados] ?? 'text', isMandatory: nomeParametro.endsWith(MANDATORY) };
        }),
      })),
  });

/** What is sent, in this order: refusals name a parameter by its position. Mandatory ones are sent empty, too. */
export const sentParameters = ({ parameters }: Report, values: ReadonlyMap<string, string>) =>
  parameters.filter(({ id, isMandatory }) => isMandatory || values.get(id));

function asked(place: ReportPlace, report: Report, values: ReadonlyMap<string, string>): Query {
  const pairs = sentParameters(report, values).flatMap(({ id, choice }, index) => {
    const value = values.get(id) ?? '';
    return [
      [`Parametros[${index}].IdParam`, id],
      [`Parametros[${index}].Valor`, choice === 'day' && value ? wireDay(value) : value],
    ];
  });
  return { ...queryOf(place), idRelatorio: report.id, ...Object.fromEntries(pairs) };
}

export const reportRows = (place: ReportPlace, report: Report, values: ReadonlyMap<string, string>) =>
  queryOptions({
    queryKey: ['report', place, report.id, [...values]],
    queryFn: async ({ signal }): Promise<ReportRows> => {
      const response = await call('GET', '/api/Relatorios/GetDadosRelatorios', { query: asked(place, report, values), signal });
      const { text, isAll } = await beginningOf(response);
      const rows = rowsIn(text, isAll);
      return {
        columns: rows[0]?.Dados.map(({ NomeColuna, NomeAmigavel, Tipo }) => ({ id: NomeColuna, name: NomeAmigavel, type: Tipo })) ?? [],
        rows: rows.map(({ Dados }, at) => ({ at, cells: Dados.map(({ Valor }) => String(Valor ?? '')) })),
        isAll,
      };
    },
  });

const FORMS = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
export type ReportForm = keyof typeof FORMS;

/** All rows, as a file. */
export const saveReport = async (place: ReportPlace, report: Report, values: ReadonlyMap<string, string>, form: ReportForm) =>
  saveAnswer(
    await call('GET', '/api/Relatorios/GetDadosRelatorios', { query: asked(place, report, values), headers: { Accept: FORMS[form] } }),
  );
