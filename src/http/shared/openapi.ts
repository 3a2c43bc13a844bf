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
  return SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
}

/** `/docs`, `/openapi.json`, `/openapi.yaml`. */
export function serveReference(app: INestApplication, config: Pick<Config, 'baseUrl'>): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, config), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Acervo',
  });
}
