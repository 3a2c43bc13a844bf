import { RequestMethod } from '@nestjs/common';
import { controllers } from '#http/http.module';
import { OPERATION, type OperationSpec } from '#http/openapi/operation-spec';
import { SPECIFIED_OPERATIONS } from './specified-operations';

export interface Route {
  /** Null: beyond the specification. */
  number: string | null;
  method: string;
  /** As the specification writes it: `/api/Arquivo/{idImagem}/Cliente/{idCliente}`. */
  path: string;
  handler: string;
  useCase: string | null;
  summary: string;
  permission: string | null;
}

interface ControllerClass {
  name: string;
  prototype: object;
}

/** The e2e files of an operation; null: none. */
export const testsAmong = (files: readonly string[]) => (number: string) =>
  files
    .filter((file) => file.startsWith(`${number}-`))
    .sort()
    .join(', ') || null;

function routesOf(controller: ControllerClass): Route[] {
  const prefix = Reflect.getMetadata('path', controller) as string;
  const handlers = Object.getOwnPropertyNames(controller.prototype).map(
    (name) => [name, Reflect.get(controller.prototype, name) as () => void] as const,
  );
  return handlers.flatMap(([name, handler]) => {
    const spec = Reflect.getMetadata(OPERATION, handler) as OperationSpec | undefined;
    if (!spec) return [];
    const paths = [Reflect.getMetadata('path', handler) as string | string[]].flat();
    const method = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
    const useCase = /this\.(\w+)\.execute/.exec(handler.toString())?.[1];
    return paths.map((path) => ({
      number: spec.number,
      method,
      path: `/${[prefix, path].join('/')}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1')
        .replace(/:(\w+)/g, '{$1}'),
      handler: `${controller.name}.${name}`,
      useCase: useCase ? useCase.charAt(0).toUpperCase() + useCase.slice(1) : null,
      summary: spec.summary,
      permission: spec.permission,
    }));
  });
}

export function routes(): Route[] {
  return (controllers as readonly ControllerClass[]).flatMap(routesOf);
}

const row = (...cells: readonly (string | null)[]) => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;

/** `docs/operations.md`. `testOf` names the e2e file of an operation, if there is one. */
export function operationsTable(testOf: (number: string) => string | null): string {
  const all = routes();
  const specified = SPECIFIED_OPERATIONS.map(([number, group, method, path]) => {
    const route = all.find((candidate) => candidate.number === number);
    return row(number, group, method, `\`${path}\``, route?.handler ?? 'not yet', route?.useCase ?? null, testOf(number));
  });
  const extensions = all.filter((route) => route.number === null);
  const done = SPECIFIED_OPERATIONS.filter(([number]) => all.some((route) => route.number === number)).length;
  return `${[
    '# Operations',
    '',
    `Made by \`npm run operations\`, checked by a test. ${done} of ${SPECIFIED_OPERATIONS.length} operations of the interface.`,
    '',
    row('No.', 'Group', 'Method', 'Path', 'Handler', 'Use case', 'e2e file'),
    row('---', '---', '---', '---', '---', '---', '---'),
    ...specified,
    '',
    '## Beyond the specification',
    '',
    row('Method', 'Path', 'Handler', 'Use case'),
    row('---', '---', '---', '---'),
    ...extensions.map((route) => row(route.method, `\`${route.path}\``, route.handler, route.useCase)),
  ].join('\n')}\n`;
}
