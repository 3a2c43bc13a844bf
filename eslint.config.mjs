import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Portuguese lives on the wire alone: DTO properties, routes and sentences under src/http, and the demo archive's data. */
const PORTUGUESE =
  '/(^|[a-z])([Dd]ocumento|[Aa]rquivo|[Cc]aixa|[Ll]ista(?!$)|[Uu]nidade|[Cc]liente|[Uu]suario|[Aa]rvore|[Cc]ampo|[Ff]atura|[Ff]luxo)/';

const onlyConfigReadsEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/config.ts reads the environment.',
};
const englishBelowTheWire = [
  { selector: `Identifier[name=${PORTUGUESE}]`, message: 'English in code, Portuguese on the wire: the border is the DTO file.' },
];
const scopesComeFromThePolicy = {
  selector: "CallExpression[callee.object.name='Scope'][callee.property.name='grant']",
  message: 'Only AccessPolicy grants a scope.',
};

/** Documents that are not in the repository: an operation is cited by its number, a reason by its ADR. */
const NOT_IN_THE_REPOSITORY = ['contract §', 'contract "', 'interface §', 'architecture §', 'reliability §', 'infra §', 'house §'];

/** Another manager leaves the transaction, and does not map failures (ADR 1). */
const oneManager = [
  {
    selector: ":matches(MemberExpression[object.name='dataSource'], MemberExpression[object.property.name='dataSource'])[property.name=/^(manager|getRepository|createQueryBuilder|query|transaction)$/]", // prettier-ignore
    message: 'Repositories and builders come from unitOfWork.manager.',
  },
  {
    selector: ":matches(MemberExpression[object.name=/^(manager|repository)$/], MemberExpression[object.property.name='manager'], MemberExpression[object.callee.property.name='getRepository'])[property.name=/^(save|remove|softRemove|recover)$/]", // prettier-ignore
    message: 'It reads before it writes: use insert, update, delete or upsert.',
  },
];

/** Whoever reads a statement need not look up what a letter stands for. */
const aliasesAreWords = [
  {
    selector: ':matches(TemplateElement[value.raw=/\\b(FROM|JOIN|UPDATE) \\w+ (AS )?[a-z]{1,2}\\b/], Literal[value=/\\b(FROM|JOIN|UPDATE) \\w+ (AS )?[a-z]{1,2}\\b/])', // prettier-ignore
    message: 'A table in SQL is called by its name, or by a word.',
  },
  {
    selector:
      'TemplateElement[value.raw=/\\) (AS )?[a-z]{1,2}( (LEFT|CROSS|JOIN|STRAIGHT_JOIN|ON|WHERE|GROUP|ORDER|LIMIT)\\b| ?\\n|[ )]*$)/]',
    message: 'A derived table in SQL is called by a word.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(createQueryBuilder|(left|inner)Join(AndMapOne|AndMapMany|AndSelect)?)$/] > Literal[value=/^[a-z]{1,2}$/]',
    message: 'A table in a query builder is called by its name, or by a word.',
  },
];

/** The guards check the token, the pipe reads path, query and body: no route does either by itself (ADR 5). */
const tokensAreCheckedOnce = [
  {
    selector: ":matches(MemberExpression > Identifier.property, MemberExpression > Literal.property, ObjectPattern > Property > .key):matches([name=/^(authorization|rawHeaders)$/i], [value=/^authorization$/i])", // prettier-ignore
    message: 'Only the JWT strategy reads the token of a call.',
  },
  {
    selector: "ImportDeclaration[source.value=/^(node:)?crypto$/] ImportSpecifier[imported.name=/^(createHmac|createVerify|verify|timingSafeEqual|subtle|webcrypto)$/]", // prettier-ignore
    message: 'passport-jwt verifies tokens; other signatures belong to src/infrastructure.',
  },
  {
    selector: 'MemberExpression > Identifier.property[name=/^(createHmac|createVerify|timingSafeEqual)$/]',
    message: 'passport-jwt verifies tokens; other signatures belong to src/infrastructure.',
  },
];
const routesAreControllers = [
  {
    selector: "CallExpression[callee.property.name='use'], CallExpression[callee.property.name=/^(get|head|post|put|patch|delete|all)$/][arguments.length>1]:not([callee.object.name='Reflect'], [callee.object.property.name='reflector'])", // prettier-ignore
    message: 'A route is a method of a controller with @Operation; only pages, reference and metrics are served otherwise.',
  },
];
const PARAMETERS = '/^(Body|Query|Param|Headers|Req|Res|Call|CurrentScope|CurrentUser|Files|HangUp|Ignored|Unread)$/';
const parametersAreDeclared = [
  {
    selector: ':matches(MemberExpression > Identifier.property, ObjectPattern > Property > .key)[name=/^(body|query)$/]',
    message: 'The pipe reads body and query: declare them with @Body and @Query.',
  },
  { selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']", message: 'The pipe reads bodies.' },
  {
    selector: `MethodDefinition[decorators.length>0] > FunctionExpression > :matches(.params[decorators.length=0], .params > Decorator > CallExpression[callee.name!=${PARAMETERS}])`,
    message: 'Parameters of an operation are declared with @Body, @Query, @Param, or one of validation/parameters.ts.',
  },
];

/** Of the pages that the service brings along. */
const browserGlobals = Object.fromEntries(
  ['window', 'document', 'location', 'navigator', 'sessionStorage', 'localStorage', 'matchMedia', 'Event', 'CustomEvent', 'EventTarget']
    .concat(['XMLHttpRequest', 'FormData', 'Blob', 'File', 'HTMLElement', 'crypto', 'requestAnimationFrame'])
    .map((name) => [name, 'readonly']),
);

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/', 'coverage/', '.cache/', 'test/house/planted/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'setImmediate',
          'fetch',
          'Buffer',
          'AbortSignal',
          'performance',
          'module',
          'require',
          '__dirname',
          'URLSearchParams',
          'AbortController',
          'queueMicrotask',
          'structuredClone',
          'TextDecoder',
          'TextEncoder',
          'FormData',
          'Blob',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['src/http/pages/**/*.js'],
    languageOptions: { sourceType: 'module', globals: browserGlobals },
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommended],
    languageOptions: { parserOptions: { project: './tsconfig.spec.json' } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      'no-undef': 'off',
      'no-warning-comments': ['error', { terms: NOT_IN_THE_REPOSITORY, location: 'anywhere' }],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
    },
  },
  // Of n8n there is nothing here: `npm run test:n8n` checks types, and n8n's own rules.
  { files: ['libs/n8n/**/*.ts'], languageOptions: { parserOptions: { project: './libs/n8n/tsconfig.json' } } },
  // Catalogues: one line for each text.
  { files: ['libs/console/src/i18n/{pt,en}.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['libs/console/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './libs/console/tsconfig.json' } },
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "IfStatement > Identifier.test[name='error']",
          message: 'What was read stays when it cannot be read again: show an error only where there is no data.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', onlyConfigReadsEnvironment, scopesComeFromThePolicy] },
  },
  ...[
    [
      ['src/*.ts', 'src/server/*.ts', 'src/http/**/*.ts'],
      [...tokensAreCheckedOnce, ...routesAreControllers],
    ],
    [['src/http/**/*.controller.ts'], [...tokensAreCheckedOnce, ...routesAreControllers, ...parametersAreDeclared]],
    [['src/http/pages/{entry-pages,limit-pages,serve-pages,serve-console}.ts', 'src/http/openapi/serve-openapi.ts'], tokensAreCheckedOnce],
    // Hands itself to passport; the token of the metrics is the operator's, and none of a user.
    [['src/http/auth/jwt.strategy.ts', 'src/http/health/serve-metrics.ts'], []],
  ].map(([files, rules]) => ({
    files,
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', onlyConfigReadsEnvironment, scopesComeFromThePolicy, ...rules] },
  })),
  {
    files: ['src/domain/**/*.ts', 'src/application/**/*.ts', 'src/infrastructure/**/*.ts', 'libs/**/*.ts'],
    // These speak the wire.
    ignores: ['**/*.spec.ts', 'libs/client/**', 'libs/mcp/**', 'libs/n8n/**', 'libs/console/src/api/**'],
    rules: { 'no-restricted-syntax': ['error', onlyConfigReadsEnvironment, scopesComeFromThePolicy, ...englishBelowTheWire] },
  },
  {
    files: ['src/application/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        onlyConfigReadsEnvironment,
        scopesComeFromThePolicy,
        ...englishBelowTheWire,
        ...tokensAreCheckedOnce,
      ],
    },
  },
  {
    files: ['src/infrastructure/{typeorm,opensearch,dependencies}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        onlyConfigReadsEnvironment,
        scopesComeFromThePolicy,
        ...englishBelowTheWire,
        ...oneManager,
        ...aliasesAreWords,
      ],
    },
  },
  {
    files: ['src/application/access/access-policy.ts'],
    rules: { 'no-restricted-syntax': ['error', onlyConfigReadsEnvironment, ...englishBelowTheWire] },
  },
  { files: ['src/config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/application/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              allowImportNames: ['Injectable', 'Module'],
              message: 'Use cases know nothing of Nest but how to be injected.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/application/**/*.ts', 'src/infrastructure/**/*.ts', 'src/http/**/*.ts'],
    // An injected class that is imported as a type alone injects `undefined`; that is for the compiler's metadata to see.
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
);
