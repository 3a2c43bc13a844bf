import type { OpenAPIObject } from '@nestjs/swagger';
import { cloudEventOf, type CloudEventBody } from '#application/events/cloud-event';
import { EVENT_DATA } from '#application/events/event-data';
import { TimeZone } from '#application/support/time-zone';
import { TEST_TYPE } from '#application/webhooks/webhook-proof';
import { isSent } from '#application/webhooks/webhook-rights';
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit/audit-event';
import { EVENT_TYPES } from '#domain/audit/event-types';
import { pathsOf, sorted } from '../openapi/document';
import { EXAMPLE_FILE, MEMBER_DOCS } from './event-members';
import { ANY_EVENT, eventName, eventSchemas, schemaAt, TEST_EVENT } from './event-schemas';

/** What has happened; by action. */
const SUMMARIES: Readonly<Record<AuditAction, string>> = {
  'document.create': 'A document was created',
  'document.update': 'Fields or lists of a document were changed',
  'document.delete': 'A document was deleted',
  'document.restore': 'A deleted document was restored, with its files',
  'file.add': 'Files were added to a document',
  'file.delete': 'A file of a document was deleted',
  'file.sign': 'Files were signed: each is another file now',
  'share.create': 'Files of a document were shared by links',
  'share.revoke': 'Share links of a document were revoked',
  'list-row.create': 'A row was added to a list',
  'list-row.update': 'A row of a list was changed',
  'list-row.delete': 'A row of a list was deleted',
  'box.create': 'A box was created',
  'workflow.activate': 'A flow was started',
  'workflow.associate': 'Documents were added to a flow',
  'workflow.form': 'The form of a step was changed',
  'workflow.complete': 'A step of a flow was completed',
  'user.create': 'A user was created',
  'user.password': 'A password was changed',
  'user.status': 'A user was blocked or let in again',
  'user.grants': 'The permissions of a user were changed',
  'user.unlock': 'The log-in of a user was unlocked',
  'user.update': 'A user was changed',
  'user.erase': 'The personal data of a user were erased: the account is gone',
  'api-key.create': 'A key of a service account was created',
  'api-key.replace': 'A key of a service account was replaced',
  'api-key.end': 'A key of a service account was ended',
  'session.open': 'A user logged in',
  'session.close': 'A session was ended',
  'session.refuse': 'A log-in was refused',
  'bill.create': 'A period was billed',
  'subscription-key.rotate': 'A subscription key was replaced',
  'archive.apply': "The client's structure was changed by an archive file",
  'archive.import': 'The client was imported from an export',
  'archive.purge': 'What was deleted is gone for good, after the time that it is kept',
  'webhook.create': 'A webhook was created',
  'webhook.update': 'A webhook was changed',
  'webhook.secret': 'The secret of a webhook was replaced',
  'webhook.disable': 'A webhook was disabled',
  'webhook.resume': 'A webhook was resumed, with the permissions of who did it',
  'webhook.replay': 'Events are sent to a webhook again',
  'webhook.delete': 'A webhook was deleted',
  'event.anonymize': 'Personal data were erased from events',
  'trail.prune': 'Old events were removed',
  'trail.rekey': 'The key that signs the log was replaced',
  'trail.restart': 'The database was restored to an earlier day: a new epoch of the log begins',
  'call.refuse': 'A call was refused for lack of a permission',
  'file.read': 'Files were fetched',
  'share.open': 'A share link was opened',
  'audit.drop': 'So many events of mere reading could not be recorded',
};

const POSITION = 1025;
const MESSAGE = '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d0a';
const CLIENT = '5b0e4b7c-0c39-4f0a-9d0b-6f3f6a9c64c1';
const DESCRIPTION =
  'Sent by POST to the webhooks that ask for it, and in the feed (`GET /api/Evento`). Verify the signature before you read the body, answer ' +
  'within 15 seconds, and skip a `webhook-id` that you know. `data` may get more members.';
const MEDIA = 'application/cloudevents+json';
/** What the address may answer. */
const ANSWERS = {
  204: ['EventTaken', 'Taken; so does any other 2xx.'],
  410: ['EventUnwanted', 'No more events are wanted: the webhook is disabled.'],
};

const HEADERS = {
  'webhook-id': {
    description: 'Names the event: the same for each try, and when it is sent again.',
    example: `${CLIENT}:${POSITION}`,
  },
  'webhook-timestamp': { description: 'Of this try, in seconds since 1970.', example: '1795437000' },
  'webhook-signature': {
    description:
      'Standard Webhooks: `v1,` and the HMAC-SHA-256, in Base64, over id, timestamp and body, joined by dots. While a secret is being replaced there are two, with a space between them.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

function exampleOf(action: AuditAction): CloudEventBody {
  const subject = Object.fromEntries(EVENT_DATA[action].map((name) => [name, MEMBER_DOCS[name].example]));
  const why = action === 'webhook.disable' && { why: 'gone' };
  const fields = { 'webhook.update': ['types'], 'user.update': ['name', 'email'] }[action as string];
  const hasDigests = ['document.create', 'file.add', 'file.sign', 'workflow.activate'].includes(action);
  return cloudEventOf(
    {
      clientId: CLIENT,
      position: POSITION,
      epoch: null,
      at: new Date('2026-11-23T12:30:00.123Z'),
      userId: MEMBER_DOCS.userId.example as string,
      address: null,
      requestId: null,
      action,
      subject: { ...(subject as Record<string, string>), ...why, ...(fields && { fields }) },
      files: hasDigests ? [EXAMPLE_FILE] : null,
      hash: '',
    },
    new TimeZone('America/Sao_Paulo'),
  );
}

/** As OpenAPI describes a request that the service makes. */
function webhook(type: string, summary: string, schema: string, example: object): object {
  return {
    post: {
      operationId: `Webhook_${type.replace('.', '_')}`,
      summary,
      description: DESCRIPTION,
      tags: ['Webhook'],
      security: [],
      parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { [MEDIA]: { schema: schemaAt(schema), examples: { exemplo: { value: example } } } } },
      responses: Object.fromEntries(
        Object.entries(ANSWERS).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  };
}

const ofAction = (action: AuditAction): [type: string, webhook: object] => {
  const type = EVENT_TYPES[action];
  return [type, webhook(type, SUMMARIES[action], eventName(action), exampleOf(action))];
};

function ofTest(): [type: string, webhook: object] {
  const { posicao: _none, ...envelope } = exampleOf('webhook.create');
  const example = { ...envelope, id: MESSAGE, type: TEST_TYPE, data: { idWebhook: MEMBER_DOCS.webhookId.example } };
  return [TEST_TYPE, webhook(TEST_TYPE, 'An address is asked whether it wants events, or a test was asked for', TEST_EVENT, example)];
}

/** Generators that only read what the service takes find here what it sends: a webhook's schemas and headers are used by the operation that makes one. */
const callback = () => ({ '{$request.body#/url}': webhook('evento', 'An event is sent', ANY_EVENT, exampleOf('document.create')) });

/** Adds the events that can be sent, one entry per type; refused log-ins and mere reading are in the feed alone. */
export function withEvents(document: OpenAPIObject): void {
  const sent = AUDIT_ACTIONS.filter(isSent);
  const headers = Object.entries(HEADERS).map(([name, docs]) => [
    name,
    { name, in: 'header', required: true, ...docs, schema: { type: 'string' } },
  ]);
  const answers = Object.values(ANSWERS).map(([name, description]) => [name, { description }]);
  // A copy: schemas are shared between types, and editions translate them in place.
  Object.assign(document, { webhooks: structuredClone(Object.fromEntries([...sent.map(ofAction), ofTest()])) });
  Object.assign(pathsOf(document)['/api/Webhook']?.post as object, { callbacks: { evento: callback() } });
  const { schemas, parameters } = document.components ?? {};
  document.components = {
    ...document.components,
    schemas: sorted({ ...schemas, ...structuredClone(eventSchemas(sent)) }) as never,
    parameters: { ...parameters, ...Object.fromEntries(headers) },
    responses: Object.fromEntries(answers),
  };
}
