// Lets a thread load TypeScript, and the aliases, from the sources as Jest does.
const Module = require('node:module');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '../..');
const options = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const source = request
    .replace(/^#libs\/([^/]+)$/, (_, name) => join(root, 'libs', name, 'src/index.ts'))
    .replace(/^#(domain|application|infrastructure|http)\/(.+)$/, (_, layer, path) => join(root, 'src', layer, `${path}.ts`));
  return resolve.call(this, source, ...rest);
};
