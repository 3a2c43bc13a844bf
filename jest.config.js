const { join } = require('node:path');

/** Nest 12, file-type and bpmn-moddle are ESM-only, and Jest on Node < 24.9 cannot require(esm): just those packages are down-levelled to CommonJS. */
const ESM_PACKAGES = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'bpmn-moddle',
  'moddle',
  'moddle-xml',
  'min-dash',
  'saxen',
  // It asks for node:http by import(), which Jest's own modules cannot.
  '@opentelemetry/otlp-exporter-base',
];
const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser,
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  },
];
const base = {
  testEnvironment: '<rootDir>/test/environment.cjs',
  // Jest's sandbox makes each look at a global slow. Not those that tests replace, as the clock's.
  sandboxInjectedGlobals: ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Set', 'String', 'Symbol', 'Uint8Array'],
  rootDir: __dirname,
  // Not where temporary files are, which is another place in each run.
  cacheDirectory: join(__dirname, '.cache/jest'),
  setupFiles: ['<rootDir>/test/setup-env.js'],
  setupFilesAfterEnv: ['<rootDir>/test/setup-timeout.js'],
  transform: { '^.+\\.ts$': swc({ syntax: 'typescript', decorators: true }), '^.+\\.m?js$': swc({ syntax: 'ecmascript' }) },
  moduleNameMapper: {
    '^\\./thread-start$': '<rootDir>/test/support/thread-start.ts',
    '^file-type$': '<rootDir>/node_modules/file-type/index.js',
    '^(bpmn-moddle|moddle|moddle-xml|min-dash|saxen)$': '<rootDir>/node_modules/$1/dist/index.js',
    '^#libs/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^#src/(.*)$': '<rootDir>/src/$1.ts',
    '^#(domain|application|infrastructure|http)/(.*)$': '<rootDir>/src/$1/$2.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/', '<rootDir>/.cache/'],
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_PACKAGES.join('|')})/)`],
};

/** Single files, and the same files for a whole run: several in each module registry. */
const inGroups = (name) => [
  { ...base, displayName: name, roots: [`<rootDir>/test/${name}`], testPathIgnorePatterns: [`<rootDir>/test/${name}/groups`] },
  { ...base, displayName: `${name}-groups`, roots: [`<rootDir>/test/${name}/groups`] },
];

module.exports = {
  testSequencer: '<rootDir>/test/sequencer.cjs',
  reporters: ['default', '<rootDir>/test/times.cjs'],
  projects: [
    { ...base, displayName: 'unit', roots: ['<rootDir>/src', '<rootDir>/libs', '<rootDir>/test/house', '<rootDir>/test/rules'] },
    ...inGroups('contracts'),
    ...inGroups('e2e'),
    { ...base, displayName: 'fuzz', roots: ['<rootDir>/test/fuzz'] },
    { ...base, displayName: 'faults', roots: ['<rootDir>/test/faults'] },
  ].map((project) => ({ ...project, testMatch: ['**/*.spec.ts'] })),
};
