import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const layers = (source, ...targets) => ({
  sourceTag: `layer:${source}`,
  onlyDependOnLibsWithTags: targets.map((tag) => `layer:${tag}`),
});

/** Services share a database, and advisory locks are per database: `Database.lock` names the schema in the key. */
const OWN_LOCKS = [
  'Literal[value=/pg_(try_)?advisory_/]',
  'TemplateElement[value.raw=/pg_(try_)?advisory_/]',
].map((selector) => ({ selector, message: 'Take advisory locks by Database.lock or tryLock.' }));

/** Both kinds of strings that statements are written in. */
const BATCHES_CHOSEN_AGAIN = ['Literal[value=/', 'TemplateElement[value.raw=/'].map((string) => ({
  selector: `${string}\\bIN\\s*\\(\\s*SELECT(?!.*\\(ARRAY).*LIMIT.*FOR UPDATE/s]`,
  message:
    'A subquery that locks its rows may run once for each row, and take others each time: write = ANY (ARRAY(SELECT …)) (ADR 79).',
}));

/** What services are made of. */
const SERVICE = ['contracts', 'platform', 'persistence', 'messaging', 'outbox'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/generated/**', '.capture*/**', '.nx/**', 'docs/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommended],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: {
        // Nest's injection reads types at run time: the rule on type imports has to know.
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
        project: ['tsconfig.test.json', 'libs/browser-sdk/tsconfig.test.json', 'apps/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // React takes handlers that return promises.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // What was caught in one place may be thrown on in another.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      'no-console': 'error',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          depConstraints: [
            layers('contracts', 'contracts'),
            layers('platform', 'contracts', 'platform'),
            layers('embedded-postgres', 'platform'),
            layers('testing', 'embedded-postgres', 'platform'),
            layers('persistence', 'contracts', 'platform', 'persistence', 'testing'),
            layers('messaging', 'contracts', 'platform', 'messaging', 'testing'),
            layers('outbox', 'contracts', 'platform', 'persistence', 'messaging', 'outbox', 'testing'),
            layers('service-testing', ...SERVICE, 'testing'),
            layers('service', ...SERVICE, 'testing', 'service-testing'),
            layers('standalone', ...SERVICE, 'service', 'embedded-postgres', 'testing'),
            layers('browser-sdk', 'browser-sdk'),
            layers('api-client', 'api-client'),
            layers('web', 'browser-sdk', 'web'),
            layers('e2e', 'testing'),
            layers(
              'tool',
              'contracts',
              'platform',
              'messaging',
              'service',
              'api-client',
              'embedded-postgres',
              'tool',
            ),
          ],
        },
      ],
    },
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: [
      'libs/persistence/src/database/locks.ts',
      // Prisma's lock, which all runs of a database share.
      'libs/persistence/src/migrations/apply-migration.ts',
      '**/*.test.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...OWN_LOCKS, ...BATCHES_CHOSEN_AGAIN] },
  },
  {
    // Only repositories reach the database (ADR 17); services open transactions and say for whom they run.
    files: ['apps/*/src/**/*.ts'],
    ignores: ['**/*.repository.ts', '**/*.test.ts', 'apps/standalone/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...OWN_LOCKS,
        {
          selector:
            'CallExpression > MemberExpression.callee[property.name=/^(query|prepared|execute|last|together|lastTogether|atEnd|lock|tryLock)$/]:matches([object.name=/^(db|database)$/], [object.property.name=/^(db|database)$/])',
          message: 'Statements belong into a *.repository.ts.',
        },
        {
          selector:
            "MemberExpression[property.name='client']:matches([object.name=/^(db|database)$/], [object.property.name=/^(db|database)$/])",
          message: 'Queries by model belong into a *.repository.ts.',
        },
      ],
    },
  },
  {
    // A test reads from top to bottom; splitting it by length would hide the story it tells.
    files: ['**/*.test.{ts,tsx}', '**/test/**', 'apps/e2e/**'],
    rules: { 'max-lines-per-function': 'off', 'max-lines': ['error', 600] },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortController',
          'AbortSignal',
          'Buffer',
          'URL',
          'WebSocket',
          'clearInterval',
          'clearTimeout',
          'console',
          'fetch',
          'performance',
          'process',
          'setInterval',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
