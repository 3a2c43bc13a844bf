import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from './call';
import { wireDay } from './find';
import { Refusal } from './refusal';
import type { Client } from './structure';

export interface BillLine {
  service: number;
  description: string;
  quantity: number;
  price: number;
  unitPrice: number;
}
export interface Bill {
  id: string;
  unit: string;
  client: string;
  clientName: string;
  at: string;
  due: string;
  total: number;
  contract: string;
  lines: readonly BillLine[];
}

interface WireBill {
  BillId: string;
  ClientId: string;
  ClientName: string;
  BillDate: string;
  BillDueDate: string;
  BillTotal: number;
  ContractNumber: string;
  ServiceContracts: { ServiceId: number; ServiceContractDescription: string; Quantity: number; Price: number; UnityPrice: number }[];
}

/** Ids of the bills of a period, oldest first. Days are ISO. */
export const billIds = (unit: string, from: string, to: string, signal?: AbortSignal) =>
  read<string[]>('/api/Billing/Get', { idUnidade: unit, startDate: wireDay(from), dueDate: wireDay(to) }, signal);

export async function readBill(unit: string, id: string, signal?: AbortSignal): Promise<Bill> {
  const wire = await read<WireBill>('/api/Billing/Get/Conta', { idUnidade: unit, billId: id }, signal);
  return {
    id: wire.BillId,
    unit,
    client: wire.ClientId,
    clientName: wire.ClientName,
    at: wire.BillDate,
    due: wire.BillDueDate,
    total: wire.BillTotal,
    contract: wire.ContractNumber,
    lines: wire.ServiceContracts.map((line) => ({
      service: line.ServiceId,
      description: line.ServiceContractDescription,
      quantity: line.Quantity,
      price: line.Price,
      unitPrice: line.UnityPrice,
    })),
  };
}

const PAGE = 12;

/** Of all units that the person may see bills of, newest first in each; refused where that is none. */
async function idsOf({ units }: Client, from: string, to: string, signal: AbortSignal): Promise<[unit: string, id: string][]> {
  const ids: [unit: string, id: string][] = [];
  const refused: Refusal[] = [];
  for (const { id: unit } of units)
    try {
      ids.push(...(await billIds(unit, from, to, signal)).toReversed().map((id): [string, string] => [unit, id]));
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.code !== 'SEM_PERMISSAO') throw problem;
      refused.push(problem);
    }
  if (refused.length > 0 && refused.length === units.length) throw refused[0]!;
  return ids;
}

/** A client's bills, newest first. A unit names all that it has billed: those of others are left out. */
export const bills = (client: Client, from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: ['bills', client.id, from, to],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const ids = await idsOf(client, from, to, signal);
      const found: Bill[] = [];
      let at = pageParam;
      for (; at < ids.length && found.length < PAGE; at += 1) {
        const bill = await readBill(...ids[at]!, signal);
        if (bill.client === client.id) found.push(bill);
      }
      return { bills: found, next: at < ids.length ? at : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

/** One bill; without its unit, each unit of the client is asked. */
export const bill = (client: Client, unit: string | null, id: string) =>
  queryOptions({
    queryKey: ['bill', client.id, unit, id],
    queryFn: async ({ signal }): Promise<Bill | null> => {
      for (const each of unit ? [unit] : client.units.map((one) => one.id)) {
        try {
          return await readBill(each, id, signal);
        } catch (problem) {
          if (!(problem instanceof Refusal) || problem.code !== 'FATURA_INEXISTENTE') throw problem;
        }
      }
      return null;
    },
  });
