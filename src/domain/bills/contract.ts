import type { Day } from '#domain/documents/calendar';
import type { Amount } from './amount';

/** What is metered, with its number on the wire; a kind that is added gets a meter, too (`typeorm/billing/meters.ts`). */
export const SERVICE_IDS = {
  'stored-documents': 1,
  'boxes-in-custody': 2,
  'stored-gigabytes': 3,
  signatures: 4,
  'active-workflows': 5,
  'active-users': 6,
  'fixed-fee': 9,
} as const;
export type ServiceKind = keyof typeof SERVICE_IDS;
export const SERVICE_KINDS = Object.keys(SERVICE_IDS) as ServiceKind[];

/** So many for so much. */
export interface Package {
  quantity: Amount;
  price: Amount;
}

/** What a service line costs. */
export interface Terms {
  /** Paid once, with the first bill, and used up before anything else is charged. */
  initial: Package | null;
  /** Paid for every period, whatever is used. */
  periodic: Package | null;
  /** What goes beyond, in whole packages. */
  unit: Package | null;
  /** Per cent. */
  discount: Amount;
}

/** From its first to its last day; without one it goes on. */
export interface Validity {
  startsOn: Day | null;
  endsOn: Day | null;
}

export interface ServiceLine extends Terms, Validity {
  id: string;
  kind: ServiceKind;
  description: string;
}

/** Of one unit and one client. */
export interface Contract extends Validity {
  id: string;
  number: string;
  clientId: string;
  clientName: string;
  unitId: string;
  unitName: string;
  /** From the day of billing to the day on which the bill is due. */
  dueDays: number;
  /** In their order. */
  services: readonly ServiceLine[];
}
