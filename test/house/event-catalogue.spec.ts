import 'reflect-metadata';
import Ajv2020 from 'ajv/dist/2020';
import { WEBHOOK_TYPES } from '#application/webhooks/webhook-rights';
import { openApiDocument } from '../../scripts/docs/openapi-file';
import { dataProblems } from '../support/event-schemas';

interface Described {
  post: {
    summary: string;
    parameters: { $ref: string }[];
    requestBody: { content: Record<string, { schema: object; examples: { exemplo: { value: { type: string; data: unknown } } } }> };
  };
}

const described = async () => {
  const document = await openApiDocument('pt-BR');
  return { document, webhooks: Object.entries((document as unknown as { webhooks: Record<string, Described> }).webhooks) };
};

describe('the catalogue of events in the OpenAPI document', () => {
  it('has every event type, and the test event', async () => {
    const { webhooks } = await described();
    expect(webhooks.map(([type]) => type).sort()).toEqual([...WEBHOOK_TYPES, 'webhook.teste'].sort());
    expect(new Set(webhooks.map(([, { post }]) => post.summary)).size).toBe(webhooks.length);
  });

  it('has headers, and a valid example of each type', async () => {
    const { document, webhooks } = await described();
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uuid: true, int64: true } });
    ajv.addSchema({ $id: 'api', components: document.components });
    for (const [type, { post }] of webhooks) {
      expect(post.parameters.map(({ $ref }) => $ref.split('/').at(-1))).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      const { schema, examples } = post.requestBody.content['application/cloudevents+json']!;
      const { value } = examples.exemplo;
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object);
      expect([type, validate(value) ? [] : ajv.errorsText(validate.errors), value.type]).toEqual([type, [], type]);
      if (type !== 'webhook.teste') expect(dataProblems(value)).toEqual([]);
    }
  });
});
