import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '#src/config';
import type { EdgeRequest, EdgeResponse } from './edge-request';
import { forGenerators } from './openapi-for-generators';

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
  return forGenerators(document);
}

/** The reference page runs its own scripts and talks to its own service; swagger-ui writes styles into its elements. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs`, `/openapi.json`, `/openapi.yaml`. */
export function serveReference(app: INestApplication, config: Pick<Config, 'baseUrl'>): void {
  app.use('/docs', (_: EdgeRequest, response: EdgeResponse, next: () => void) => {
    response.setHeader('Content-Security-Policy', REFERENCE_POLICY);
    next();
  });
  SwaggerModule.setup('docs', app, () => describeApi(app, config), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Acervo',
    // Else the page would show a badge of somebody else's service, which thereby learns the address.
    swaggerOptions: { validatorUrl: null },
  });
}
