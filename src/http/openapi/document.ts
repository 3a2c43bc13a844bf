import type { OpenAPIObject } from '@nestjs/swagger';

/** The members of an operation that the steps of building the document use. */
export interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, DescribedAnswer>;
  'x-operation'?: string;
  'x-version'?: string;
  'x-extension'?: true;
  /** By status, beside those of the answer, which all operations have. */
  'x-codigos'?: Readonly<Record<string, readonly string[]>>;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema?: object;
  example?: unknown;
}

export interface DescribedAnswer {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Media>;
  'x-codigos'?: readonly string[];
}

export interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, object>;
}

export type Methods = Record<string, DescribedOperation>;

export const pathsOf = (document: OpenAPIObject) => document.paths as unknown as Record<string, Methods>;

export function operationsOf(document: OpenAPIObject): DescribedOperation[] {
  return Object.values(pathsOf(document)).flatMap((methods) => Object.values(methods));
}

/** Sorted by name. */
export const sorted = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
