/** Compiles TypeScript, and ECMAScript modules, to CommonJS: required, or as a program that reads the code and writes what it has made. */
const { readFileSync } = require('node:fs');

function compile(code, filename) {
  const isSource = filename.endsWith('.ts');
  return require('@swc/core').transformSync(code, {
    filename,
    swcrc: false,
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: isSource ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  }).code;
}

if (require.main === module) process.stdout.write(compile(readFileSync(0, 'utf8'), process.argv[2]));

module.exports = { compile };
