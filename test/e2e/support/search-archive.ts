import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { IDS, invoiceValues, loggedIn, place, type Answer, type Api } from './api';
import { filed, filedElsewhere } from './reading';
import type { Service } from './service';

export const SEARCH = '/api/Documento/Get';

export type Query = Record<string, string | number | boolean>;

export interface Pair {
  Label: string;
  Valor: string;
}

/** A searched field as the indexed parameter pair with this index. */
export const pair = (label: string, value: string, list?: string, index = 0): Query => ({
  [`ValoresCampos[${index}].Label`]: label,
  [`ValoresCampos[${index}].ValorCampo`]: value,
  ...(list !== undefined && { [`ValoresCampos[${index}].NomeLista`]: list }),
});

export const pairsOf = ({ json }: Answer): Pair[][] => (json.Metadados as { MetaDados: Pair[] }[]).map(({ MetaDados }) => MetaDados);

/** All documents found by a search without conditions, newest first. */
export const EVERYTHING = 'old,by finance,record,ended,end client,credit,dear,cheap,demo 4,demo 3,demo 2,demo 1'.split(',');

/** Documents by the names used in tests; those named `demo` belong to the demo archive. */
export class SearchArchive {
  readonly names = new Map<string, string>();
  readonly codes: Record<string, number> = {};

  constructor(
    readonly demo: Api,
    readonly finance: Api,
    readonly reader: Api,
    readonly other: Api,
  ) {}

  know(name: string, id: string, code: number): void {
    this.names.set(id, name);
    this.codes[name] = code;
  }

  search = (query: Query = {}, as = this.demo) => as.get(SEARCH, { query: { IdCliente: IDS.client, ...query } });

  /** Uses the query string as given. */
  raw = (query: string, as = this.demo) => as.get(SEARCH, { query: `IdCliente=${IDS.client}&${query}` });

  namesOf = (answer: Answer) => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return pairsOf(answer).map(([id]) => this.names.get(id?.Valor as string) ?? id?.Valor);
  };

  found = async (query: Query, as?: Api) => this.namesOf(await this.search(query, as));

  shown = async (name: string, query: Query = {}) =>
    pairsOf(await this.search({ Documento: this.codes[name] as number, ...query }))[0] as Pair[];
}

const contract = (title: string, more: object[] = []) => [{ label: 'Título', valorCampo: title }, ...more];
const invoice = (number: string, day: string, more: object[] = []) => [
  { label: 'Número', valorCampo: number },
  { label: 'Data de Emissão', valorCampo: day },
  ...more,
];
const endClient = (cpf: string, name: string) => [
  { nomeLista: 'Clientes Finais', label: 'CPF', valorCampo: cpf },
  { nomeLista: 'Clientes Finais', label: 'Nome', valorCampo: name },
];
const payer = (taxId: string) => ({ label: 'CPF/CNPJ Fornecedor', valorCampo: taxId });
const total = (amount: string) => ({ label: 'Valor Total', valorCampo: amount });
const note = (text: string) => ({ label: 'Observação', valorCampo: text });

/** A time on 9 February 2020 in São Paulo that is already the 10th in UTC. */
const OLD_MOMENT = Date.parse('2020-02-10T02:30:00.000Z');

/** The demo archive with further documents of every kind that a search could confuse. */
export async function searchArchive(service: Service): Promise<SearchArchive> {
  const logins = ['demo', 'financeiro', 'leitor', 'outro'].map((login) => loggedIn(service.url, login));
  const archive = new SearchArchive(...((await Promise.all(logins)) as [Api, Api, Api, Api]));
  const { demo, finance, other } = archive;
  const query = async (sql: string) => (await service.database.query(sql)) as { id: string; code: number }[];
  const own = await query(`SELECT id, code FROM document WHERE client_id = ${bytesIn(`'${IDS.client}'`)} ORDER BY code`);
  own.forEach(({ id, code }, index) => archive.know(`demo ${index + 1}`, id, code));
  const add = async (name: string, values: object[], level = IDS.invoices, box: number | null = null, by = demo) => {
    const { id, code } = await filed(by, { values, box }, level);
    archive.know(name, id, code);
    return { id, code };
  };
  await add('cheap', invoice('7', '01/02/2024', [payer('529.982.247-25'), note('São João  do   Rio  ')]));
  await add('dear', invoice('0700', '2024-02-01', [total('1500'), note('sao joao do rio')]));
  await add('credit', invoice('-7,50', '29/02/2024', [total('0,5'), note("50%_desconto' OR '1'='1")]));
  await add('end client', contract('Ação de Despejo', endClient('52998224725', 'Bruno Lima')), IDS.contracts);
  await add('ended', contract('Contrato de Limpeza Noturna', [{ label: 'Situação', valorCampo: 'encerrado' }]), IDS.contracts, 5002);
  await add(
    'record',
    [
      { label: 'Tipo', valorCampo: 'Demissão' },
      { nomeLista: 'Funcionários', label: 'Matrícula', valorCampo: '1002' },
    ],
    IDS.records,
  );
  await add('by finance', invoice('8', '02/02/2024'), IDS.invoices, null, finance);
  const { code } = await add('old', invoice('9', '03/02/2024'));
  await query(`UPDATE document SET created_at = ${OLD_MOMENT} WHERE code = ${code}`);
  const { id } = await add('deleted', invoiceValues('1024'));
  await demo.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: id } });
  const foreign = await filedElsewhere(other);
  archive.know('foreign', foreign.id, foreign.code);
  return archive;
}
