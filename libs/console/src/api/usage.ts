import { queryOptions } from '@tanstack/react-query';
import { billIds, readBill } from './bills';
import { read } from './call';
import { isoDay, wireDay } from './find';
import { ofUnits } from './of-units';
import { Refusal } from './refusal';
import type { Client } from './structure';

const MONTHS = 12;
const STORAGE_REPORT = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a03';
/** `ServiceId` of what a bill meters. */
const [STORED_DOCUMENTS, STORED_GIGABYTES] = [1, 3];

interface LevelUse {
  name: string;
  documents: number;
  files: number;
  bytes: number;
}
export interface BillUse {
  at: string;
  value: number;
}

/** First and last day of each of the last months, oldest first. */
function lastMonths(): { first: Date; last: Date }[] {
  const today = new Date();
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(today.getFullYear(), today.getMonth() - (MONTHS - 1 - index), 1);
    return { first, last: new Date(first.getFullYear(), first.getMonth() + 1, 0) };
  });
}

/** People who may not see one of the figures see the others: null is for them. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === 'SEM_PERMISSAO') return null;
    throw problem;
  }
}

/** Counted by the search: only counts travel. */
export const filedByMonth = (client: string) =>
  queryOptions({
    queryKey: ['usage', 'filed', client],
    queryFn: ({ signal }) =>
      orNull(async () => {
        const months = [];
        for (const { first, last } of lastMonths()) {
          const query = {
            IdCliente: client,
            DataCadastroInicial: wireDay(isoDay(first)),
            DataCadastroFinal: wireDay(isoDay(last)),
            TamanhoPagina: 1,
          };
          const counted = await read<{ QtdDocumentos: number }>(
            '/api/Documento/Get',
            { ...query, BuscarQtdPaginasDocumento: true },
            signal,
          );
          months.push({ first, count: counted.QtdDocumentos });
        }
        return months;
      }),
  });

export const storedByLevel = (client: string) =>
  queryOptions({
    queryKey: ['usage', 'stored', client],
    queryFn: ({ signal }) =>
      orNull(async () => {
        const query = { idCliente: client, idRelatorio: STORAGE_REPORT };
        const rows = await read<{ Dados: { NomeColuna: string; Valor: string }[] }[]>('/api/Relatorios/GetDadosRelatorios', query, signal);
        const levels = new Map<string, LevelUse>();
        for (const { Dados } of rows) {
          const cell = (name: string) => Dados.find(({ NomeColuna }) => NomeColuna === name)?.Valor ?? '';
          const name = cell('ArvoreDocumental');
          const sum = levels.get(name) ?? { name, documents: 0, files: 0, bytes: 0 };
          sum.documents += Number(cell('QtdDocumentos'));
          sum.files += Number(cell('QtdArquivos'));
          sum.bytes += Number(cell('TamanhoBytes'));
          levels.set(name, sum);
        }
        return [...levels.values()].toSorted((one, other) => other.bytes - one.bytes);
      }),
  });

/** What was stored at the end of each billed period. */
export const billed = (client: Client) =>
  queryOptions({
    queryKey: ['usage', 'billed', client.id],
    queryFn: ({ signal }) =>
      orNull(async () => {
        const documents: BillUse[] = [];
        const gigabytes: BillUse[] = [];
        const from = isoDay(lastMonths()[0]!.first);
        const { refused } = await ofUnits(client.units, async (unit) => {
          const ids = await billIds(unit, from, isoDay(new Date()), signal);
          for (const id of ids.slice(-2 * MONTHS)) {
            const bill = await readBill(unit, id, signal);
            if (bill.client !== client.id) continue;
            for (const { service, quantity } of bill.lines) {
              if (service === STORED_DOCUMENTS) documents.push({ at: bill.at, value: quantity });
              if (service === STORED_GIGABYTES) gigabytes.push({ at: bill.at, value: quantity });
            }
          }
        });
        const newest = (uses: BillUse[]) => uses.toSorted((one, other) => one.at.localeCompare(other.at)).slice(-MONTHS);
        return { documents: newest(documents), gigabytes: newest(gigabytes), refused };
      }),
  });
