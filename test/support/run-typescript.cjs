/** For a process of its own without a build: `node -r` this file, and TypeScript is compiled as it is asked for. */
const { existsSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const root = join(__dirname, '../..');
const ALIAS = /^#(domain|application|infrastructure|http)\/(.+)$/;
const inSource = (name) => {
  // Threads, too, have to compile what they load.
  if (name === './thread-start') return join(__dirname, 'thread-start.ts');
  if (name.startsWith('#libs/')) return join(root, 'libs', name.slice('#libs/'.length), 'src/index.ts');
  if (name.startsWith('#src/')) return join(root, 'src', `${name.slice('#src/'.length)}.ts`);
  const alias = ALIAS.exec(name);
  return alias ? join(root, 'src', alias[1], `${alias[2]}.ts`) : null;
};

/** Beside data of the same name, the source is meant. */
const beside = (name, parent) => (/^\.\.?\//.test(name) && parent?.filename ? join(dirname(parent.filename), `${name}.ts`) : null);

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, parent, ...rest) {
  const file = inSource(name) ?? beside(name, parent);
  return file && existsSync(file) ? file : resolve.call(this, name, parent, ...rest);
};

Module._extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, {
    swcrc: false,
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  });
  module._compile(code, file);
};
