import { SERVICE_KINDS } from '#domain/bills/contract';
import { amount, day, flag, id, listOf, ref, text, thing, type Schema } from './schema-words';

const pack = (description: string): Schema => ({ allOf: [ref('package')], description });

/** What an archive file may say of contracts; part of `ARCHIVE_SCHEMA`. */
export const CONTRACT_DEFINITIONS: Record<string, Schema> = {
  package: thing(['quantity', 'price'], {
    quantity: amount('Up to four decimal places.'),
    price: amount('Of the whole package; up to four decimal places.'),
  }),
  contractService: thing(['kind', 'description'], {
    id,
    kind: { enum: SERVICE_KINDS, description: 'What is metered (docs/billing.md).' },
    description: text(250, 'As the bill calls it.'),
    initialPackage: pack('Paid once, and used up first.'),
    periodicPackage: pack('Paid for every period, whatever is used.'),
    unitPackage: pack('What goes beyond, in whole packages.'),
    discount: amount('Per cent.'),
    from: day('First day of the service, if it is not that of the contract.'),
    until: day('Last day of the service.'),
  }),
  contract: thing(['number', 'unit', 'from', 'dueDays', 'services'], {
    id,
    number: text(50, 'As the bill names it.'),
    unit: text(250, 'The unit that bills.'),
    from: day('First day.'),
    until: day('Last day; without one it goes on.'),
    dueDays: { type: 'integer', minimum: 0, maximum: 365, description: 'Days after billing on which a bill is due.' },
    suspended: flag('Nothing is billed while it is.'),
    services: { ...listOf(ref('contractService')), minItems: 1 },
  }),
};
