import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { controllers, interceptors } from '#http/http.module';
import { describeApi, describeInEnglish } from '#http/openapi/serve-openapi';
import type { Language } from '#http/openapi/editions';

/** A placeholder address: the file applies to every service. */
const NEUTRAL = { baseUrl: 'http://localhost:3000' };

/** The edition that is kept in the repository (`npm run openapi` writes it), so that a change of the interface is seen; a service makes both. */
export const OPENAPI_FILE = 'docs/openapi.json';

/** All controllers and nothing behind them: to be described, never called. */
async function shell(): Promise<INestApplication> {
  const dependencies = [...controllers, ...interceptors].flatMap(
    (type) => (Reflect.getMetadata('design:paramtypes', type) ?? []) as (new () => object)[],
  );
  @Module({ controllers: [...controllers], providers: [...new Set(dependencies)].map((provide) => ({ provide, useValue: {} })) })
  class Shell {}
  return NestFactory.create(Shell, { logger: false, abortOnError: false });
}

export async function openApiDocument(language: Language): Promise<OpenAPIObject> {
  return describeApi(await shell(), NEUTRAL, language);
}

/** What decorators say, before it becomes an edition. */
export const openApiSource = async () => describeInEnglish(await shell(), NEUTRAL);

export const openApiText = async () => `${JSON.stringify(await openApiDocument('pt-BR'), null, 2)}\n`;
