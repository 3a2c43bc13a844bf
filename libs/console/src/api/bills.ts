import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from './call';
import { wireDay } from './find';
import { ofUnits } from './of-units';
import { Refusal } from './refusal';
import type { Client } from './structure';

interface BillLine {
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

/** A client's bills, of each unit newest first. A unit names all that it has billed: those of others are left out. */
export const bills = (client: Client, from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: ['bills', client.id, from, to],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const ofUnit = async (unit: string) =>
        (await billIds(unit, from, to, signal)).toReversed().map((id): [unit: string, id: string] => [unit, id]);
      const { found: units, refused } = await ofUnits(client.units, ofUnit);
      const ids = units.flat();
      const found: Bill[] = [];
      let at = pageParam;
      for (; at < ids.length && found.length < PAGE; at += 1) {
        const bill = await readBill(...ids[at]!, signal);
        if (bill.client === client.id) found.push(bill);
      }
      return { bills: found, refused, next: at < ids.length ? at : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

/** One bill; without its unit, each unit of the client is asked. */
export const bill = (client: Client, unit: string | null, id: string) =>
  queryOptions({
    queryKey: ['bill', client.id, unit, id],
    queryFn: async ({ signal }): Promise<Bill | null> => {
      const orNull = (each: string) =>
        readBill(each, id, signal).catch((problem: unknown) => {
          if (problem instanceof Refusal && problem.code === 'FATURA_INEXISTENTE') return null;
          throw problem;
        });
      if (unit) return orNull(unit);
      return (await ofUnits(client.units, orNull, (each) => each !== null)).found.at(-1) ?? null;
    },
  });
