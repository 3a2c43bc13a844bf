import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '#src/config';

const DESCRIPTION = `Documents of organisations: filed at levels of a tree, with indexer fields and files, found, fetched and shared.

**First calls.** \`POST /api/Autenticacao/Login\`, then \`GET /api/Estrutura\` with the token: it names every id that the other operations ask for.

**Names.** Incoming names (path, query, JSON) match in any case; outgoing names are spelt as shown. Every path works with \`/v1\` in front, too.

**Values.** Booleans: \`true\`/\`false\` in any case, \`1\`/\`0\`. Numbers: also as text. GUIDs: any case, with or without braces. Dates: \`dd/MM/yyyy\`,
\`dd/MM/yyyy HH:mm[:ss]\` or ISO 8601; without an offset they are local to the service.

**Errors** have one shape, with a stable \`codigo\`, a sentence in Portuguese, and all fields with problems in \`erros\`. A call that answers 4xx or 5xx has
changed nothing.`;

export function describeApi(app: INestApplication, config: Pick<Config, 'baseUrl'>): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.0.3')
    .setTitle('Acervo')
    .setDescription(DESCRIPTION)
    .setVersion('1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(config.baseUrl)
    .addSecurity('token', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return withForms(document);
}

const FORM_SCHEMA = {
  type: 'object',
  description: 'Every part with a file name is a file, whatever its name; `versao` is about all of them.',
  properties: { arquivo: { type: 'array', items: { type: 'string', format: 'binary' } }, versao: { type: 'string', maxLength: 50 } },
  required: ['arquivo'],
};

/** A form has another shape than the JSON that says the same. */
function withForms(document: OpenAPIObject): OpenAPIObject {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods) as { requestBody?: object }[])) {
    const { content } = (operation.requestBody ?? {}) as { content?: Record<string, unknown> };
    if (content?.['multipart/form-data'])
      content['multipart/form-data'] = { schema: FORM_SCHEMA, examples: { exemplo: { value: { versao: '1' } } } };
  }
  return document;
}

/** `/openapi.json`, `/openapi.yaml`. */
export function serveReference(app: INestApplication, config: Pick<Config, 'baseUrl'>): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, config), {
    ui: false,
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
