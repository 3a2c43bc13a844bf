import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '#src/config';
import { VERSION } from '#src/config/version';
import { ABOUT } from './about';
import { withClosedBodies } from './closed-bodies';
import { edition, type Language } from './editions';
import { withParameterExamples } from './parameter-examples';
import { withRecordedAnswers } from './recorded-answers';
import { withRefusalExamples } from './refusal-examples';
import { shape } from './shape';
import { yamlOf } from './yaml';
import { withEvents } from '../events/event-catalogue';
import { CallLimits } from '../auth/call-limits';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { keepable, once, sendKeepable } from '../server/keepable';
import { forGenerators } from './openapi-for-generators';

/**
 * Of the interface, not of the program: the first number changes when programs that work with it must change, the second when
 * something is added that they can leave alone. The program's own version is `x-package-version`.
 */
const INTERFACE_VERSION = '1.0';

/** The whole interface, as OpenAPI 3.1. */
export function describeApi(app: INestApplication, config: Pick<Config, 'baseUrl'>, language: Language): Promise<OpenAPIObject> {
  return edition(describeInEnglish(app, config), language);
}

/** The document of the decorators, common to all editions. */
export function describeInEnglish(app: INestApplication, config: Pick<Config, 'baseUrl'>): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Acervo')
    .setDescription(ABOUT)
    .setVersion(INTERFACE_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addExtension('x-package-version', VERSION, 'info')
    .addServer(config.baseUrl)
    .addSecurity('token', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: '`Token` of 1.1 or 1.2, or an API key (`acv_…`) of a service account; taken with or without `Bearer` in front.',
    });
  const scanned = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  // A copy: decorator metadata is shared between editions, and some between operations.
  const document = forGenerators(JSON.parse(JSON.stringify(scanned)) as OpenAPIObject);
  withParameterExamples(document);
  withRefusalExamples(document);
  withClosedBodies(document);
  const shaped = shape(document);
  withRecordedAnswers(shaped);
  withEvents(shaped);
  return shaped;
}

const FILES = [
  ['openapi', 'pt-BR'],
  ['openapi.en', 'en'],
] as const;

/** `/openapi.json` and `.yaml` in Portuguese, `/openapi.en.json` and `.yaml` in English; built once, on the first request. */
export function serveReference(app: INestApplication, config: Pick<Config, 'baseUrl'>): void {
  for (const [name, language] of FILES) {
    const document = once(() => describeApi(app, config, language));
    serveText(app, `/${name}.json`, 'application/json; charset=utf-8', async () => JSON.stringify(await document()));
    // Through JSON, which removes undefined members.
    const plain = async () => JSON.parse(JSON.stringify(await document())) as object;
    serveText(app, `/${name}.yaml`, 'text/yaml; charset=utf-8', async () => yamlOf(await plain()));
  }
}

function serveText(app: INestApplication, path: string, type: string, make: () => Promise<string>): void {
  const text = once(async () => keepable(type, Buffer.from(await make())));
  app.getHttpAdapter().get(path, async (request: HttpRequest, response: HttpResponse) => {
    await app.get(CallLimits).ofAddress(request, response);
    sendKeepable(request, response, await text());
  });
}
