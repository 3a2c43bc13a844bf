import { IDS, type Answer, type Api } from './api';

export const LIST = '/api/Relatorios/GetRelatorios';
export const DATA = '/api/Relatorios/GetDadosRelatorios';

const id = (last: string) => `6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a${last}`;

/** Public ids: must never change. */
export const REPORT = {
  byLevel: id('01'),
  byUser: id('02'),
  storage: id('03'),
  boxes: id('04'),
  due: id('05'),
  listRows: id('06'),
  shares: id('07'),
  users: id('08'),
  structure: id('09'),
  audit: id('10'),
  unitStorage: id('11'),
  unitBoxes: id('12'),
  unitDue: id('13'),
  unitStructure: id('14'),
  signatures: id('15'),
  workflows: id('16'),
};

export interface Listed {
  idRelatorio: string;
  nomeRelatorio: string;
  parametros: { idRelatorioParametro: string; nomeParametro: string; tipoDados: string }[];
}

interface Cell {
  NomeAmigavel: string;
  NomeColuna: string;
  Tipo: string;
  Valor: string;
}

export type Place = Record<string, string>;
export const CLIENT: Place = { idCliente: IDS.client };

/** A report's parameter ids by the beginning of their names. */
export async function parametersOf(api: Api, report: string, place: Place = CLIENT): Promise<(name: string) => string> {
  const listed = (await api.get(LIST, { query: place })).json as Listed[];
  const found = listed.find(({ idRelatorio }) => idRelatorio === report);
  return (name) => {
    const parameter = found?.parametros.find(({ nomeParametro }) => nomeParametro.startsWith(name));
    if (!parameter) throw new Error(`${report} has no parameter ${name}`);
    return parameter.idRelatorioParametro;
  };
}

/** The query of a report, with parameters by the beginning of their names. */
export async function queryOf(api: Api, report: string, values: Record<string, string> = {}, place: Place = CLIENT): Promise<Place> {
  const names = Object.keys(values);
  const idOf = names.length === 0 ? () => '' : await parametersOf(api, report, place);
  const pairs = names.flatMap((name, index) => [
    [`Parametros[${index}].IdParam`, idOf(name)],
    [`Parametros[${index}].Valor`, values[name] as string],
  ]);
  return { ...place, idRelatorio: report, ...(Object.fromEntries(pairs) as Place) };
}

export async function run(api: Api, report: string, values: Record<string, string> = {}, place: Place = CLIENT): Promise<Answer> {
  return api.get(DATA, { query: await queryOf(api, report, values, place) });
}

/** Rows as objects by `NomeColuna`. */
export function rowsIn({ status, text, json }: Answer): Record<string, string>[] {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (json as { Dados: Cell[] }[]).map(({ Dados }) => Object.fromEntries(Dados.map(({ NomeColuna, Valor }) => [NomeColuna, Valor])));
}

export const rows = async (...args: Parameters<typeof run>) => rowsIn(await run(...args));

/** A period that contains every date. */
export const EVER = { 'Data inicial': '01/01/2000', 'Data final': '31/12/2999' };
