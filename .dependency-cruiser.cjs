/** What each folder may reach. Rules go by location, so renaming a file does not bypass them. */
const only = (folder, ...allowed) => ({
  name: `${folder.replaceAll('/', '-')}-reaches-inwards-only`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: '^(src|libs|test|bench)/',
    pathNot: [folder, ...allowed].map((name) => (name.startsWith('libs') ? `^${name}/` : `^src/${name}(/|\\.ts$)`)),
  },
});

module.exports = {
  forbidden: [
    only('domain'),
    only('application', 'domain', 'libs/file-signature'),
    only('infrastructure', 'application', 'domain', 'config', 'libs'),
    only('http', 'application', 'domain', 'config', 'libs'),
    only('config'),
    only('terminal', 'http', 'infrastructure', 'application', 'domain', 'config'),
    only('demo', 'infrastructure', 'application', 'domain', 'config', 'terminal'),
    only('background', 'infrastructure', 'application', 'domain', 'config'),
    only('cli', 'http', 'infrastructure', 'application', 'domain', 'config', 'terminal', 'background', 'app.module', 'main', 'libs'),
    {
      name: 'commands-are-for-people',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'only-serve-runs-all-of-the-background',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/serve\\.ts$' },
      to: { path: '^src/background/background\\.module' },
    },
    {
      name: 'libs-stand-alone',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^(src|test|libs)/', pathNot: '^libs/$1/' },
    },
    {
      name: 'domain-without-packages',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    {
      name: 'typeorm-stays-home',
      severity: 'error',
      // The composition root opens and migrates the database.
      from: { path: '^src/', pathNot: '^src/(infrastructure/(typeorm/|infrastructure\\.module)|server/create-app)' },
      to: { path: 'node_modules/(typeorm|mysql2|@photostructure)/' },
    },
    { name: 'http-uses-use-cases', severity: 'error', from: { path: '^src/http/' }, to: { path: '^src/application/ports/' } },
    { name: 'no-use-case-chains', severity: 'error', from: { path: '\\.use-case\\.ts$' }, to: { path: '\\.use-case\\.ts$' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-tests-in-the-house',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(test|bench|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^test/house/planted/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.lint.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
