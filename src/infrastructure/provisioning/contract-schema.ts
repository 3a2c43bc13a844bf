import { SERVICE_KINDS } from '#domain/bills/contract';

/** Numbers with or without quotes: they are read as they are written, to the last place. */
const amount = (description: string) => ({ type: ['string', 'number'], pattern: '^\\d{1,11}(\\.\\d{1,4})?$', description });
const day = (description: string) => ({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const id = {
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Given: the thing keeps this id whatever it is called. Otherwise the id follows from the path of names.',
};
const name = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^\\S(?:[\\s\\S]*\\S)?$',
  description,
});
const pack = (description: string) => ({ allOf: [{ $ref: '#/definitions/package' }], description });

/** What an archive file may say of contracts; part of `ARCHIVE_SCHEMA`. */
export const contractDefinitions = {
  package: {
    type: 'object',
    additionalProperties: false,
    required: ['quantity', 'price'],
    properties: { quantity: amount('Up to four decimal places.'), price: amount('Of the whole package; up to four decimal places.') },
  },
  contractService: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'description'],
    properties: {
      id,
      kind: { enum: SERVICE_KINDS, description: 'What is metered (docs/billing.md).' },
      description: name(250, 'As the bill calls it.'),
      initialPackage: pack('Paid once, and used up first.'),
      periodicPackage: pack('Paid for every period, whatever is used.'),
      unitPackage: pack('What goes beyond, in whole packages.'),
      discount: amount('Per cent.'),
      from: day('First day of the service, if it is not that of the contract.'),
      until: day('Last day of the service.'),
    },
  },
  contract: {
    type: 'object',
    additionalProperties: false,
    required: ['number', 'unit', 'from', 'dueDays', 'services'],
    properties: {
      id,
      number: name(50, 'As the bill names it.'),
      unit: name(250, 'The unit that bills.'),
      from: day('First day.'),
      until: day('Last day; without one it goes on.'),
      dueDays: { type: 'integer', minimum: 0, maximum: 365, description: 'Days after billing on which a bill is due.' },
      suspended: { type: 'boolean', description: 'Nothing is billed while it is.' },
      services: { type: 'array', minItems: 1, items: { $ref: '#/definitions/contractService' } },
    },
  },
};
