import { EVENT_DATA, MEMBERS, type EventMember } from '#application/events/event-data';
import { TEST_TYPE } from '#application/webhooks/webhook-proof';
import type { AuditAction } from '#domain/audit/audit-event';
import { EVENT_TYPES } from '#domain/audit/event-types';
import { FILE_SCHEMA, MEMBER_DOCS } from './event-members';

/** Any event that a webhook is sent, told apart by its `type`. */
export const ANY_EVENT = 'WebhookEvent';
export const TEST_EVENT = 'WebhookTestEvent';

type Schemas = Record<string, object>;

export const schemaAt = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `ListRowCreateEvent`. */
export const eventName = (action: AuditAction): string =>
  `${action.replaceAll(/(?:^|\W)(\w)/g, (_, first: string) => first.toUpperCase())}Event`;

const AUTHOR = { ...MEMBER_DOCS.userId.schema, type: ['string', 'null'], description: 'Who did it; null: erased.' };

/** Schema of the `data` of an action's events. */
export function dataSchema(action: AuditAction): object {
  const members = EVENT_DATA[action].map((name) => [MEMBERS[name], memberSchema(action, name)] as const);
  return { type: 'object', required: ['idAutor'], properties: { idAutor: AUTHOR, ...Object.fromEntries(members) } };
}

export function memberSchema(action: AuditAction, name: EventMember): object {
  const { schema, description } = MEMBER_DOCS[name];
  if (name === 'code' && action === 'call.refuse') return { type: 'string', description: '`codigo` of the refusal.' };
  return { ...schema, description };
}

/** An event and its `data` as two schemas. */
function schemasOf(action: AuditAction): Schemas {
  const name = eventName(action);
  const properties = { type: { type: 'string', const: EVENT_TYPES[action] }, data: schemaAt(`${name}Data`) };
  const own = { type: 'object', required: ['type', 'data'], properties };
  return { [name]: { allOf: [schemaAt('EventEnvelope'), own] }, [`${name}Data`]: dataSchema(action) };
}

/** It has no place in the log. */
function schemasOfTest(): Schemas {
  const text = { type: 'string' };
  const properties = {
    ...{ specversion: text, id: text, source: text, type: { ...text, const: TEST_TYPE }, subject: text, time: text, datacontenttype: text },
    data: schemaAt(`${TEST_EVENT}Data`),
  };
  const data = { type: 'object', properties: { idWebhook: memberSchema('webhook.create', 'webhookId') } };
  return { [TEST_EVENT]: { type: 'object', required: Object.keys(properties), properties }, [`${TEST_EVENT}Data`]: data };
}

/** Named schemas of all events that are sent: generators call an unnamed one after its place. */
export function eventSchemas(sent: readonly AuditAction[]): Schemas {
  const named = [...sent.map((action) => [EVENT_TYPES[action], eventName(action)] as const), [TEST_TYPE, TEST_EVENT] as const];
  const mapping = Object.fromEntries(named.map(([type, name]) => [type, schemaAt(name).$ref]));
  const any = { oneOf: named.map(([, name]) => schemaAt(name)), discriminator: { propertyName: 'type', mapping } };
  return Object.assign({ EventFile: FILE_SCHEMA, [ANY_EVENT]: any }, ...sent.map(schemasOf), schemasOfTest()) as Schemas;
}
