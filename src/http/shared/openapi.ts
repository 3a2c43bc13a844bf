import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '#src/config';
import { ABOUT } from '../reference/about';
import { edition, type Language } from '../reference/editions';
import { withParameterExamples } from '../reference/parameter-examples';
import { withRecordedAnswers } from '../reference/recorded-answers';
import { withRefusalExamples } from '../reference/refusal-examples';
import { shape } from '../reference/shape';
import type { Translator } from '../reference/translate';
import type { EdgeRequest, EdgeResponse } from './edge-request';
import { forGenerators } from './openapi-for-generators';

/** The whole interface, as OpenAPI 3.1. */
export function describeApi(
  app: INestApplication,
  config: Pick<Config, 'baseUrl'>,
  language: Language = 'pt-BR',
  translator?: Translator,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Acervo')
    .setDescription(ABOUT.en)
    .setVersion('1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(config.baseUrl)
    .addSecurity('token', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: '`Token` of 1.1 or 1.2; taken with or without `Bearer` in front.',
    });
  const scanned = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  // A copy: what decorators know is the same object for every edition, and some of it for many operations.
  const document = forGenerators(JSON.parse(JSON.stringify(scanned)) as OpenAPIObject);
  withParameterExamples(document);
  withRefusalExamples(document);
  const shaped = shape(document);
  withRecordedAnswers(shaped);
  return edition(shaped, language, translator);
}

/** The reference page runs its own scripts and talks to its own service; swagger-ui writes styles into its elements. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs`; `/openapi.json` and `.yaml` in Portuguese, `/openapi.en.json` and `.yaml` in English: made when they are first asked for. */
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
  SwaggerModule.setup('openapi.en', app, () => describeApi(app, config, 'en'), {
    ui: false,
    jsonDocumentUrl: 'openapi.en.json',
    yamlDocumentUrl: 'openapi.en.yaml',
  });
}
