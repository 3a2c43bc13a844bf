/** Compiles TypeScript, and ECMAScript modules, to CommonJS. */
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

module.exports = { compile };
