// What may import what (ADR 17), for dependency-cruiser. Each rule is shown to catch a planted breach by imports.test.ts.

const TEST_FILE = '[.]test[.]tsx?$';
/** Sources that ship: libraries and apps without their tests, and without what only tests are made of. */
const PRODUCTION = '^(apps/(?!e2e/)|libs/(?!testing/|service-testing/))[^/]+/src/';
const SERVICE = '^apps/(accounts|capture-requests|sessions|recordings|webhooks|gateway)/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const files = [
  {
    name: 'no-import-loop',
    comment:
      'Files depend one way. Move the shared rule to the subject that it is about, or tell upwards by an event.',
    severity: 'error',
    from: { pathNot: '/generated/' },
    to: { circular: true },
  },
  {
    name: 'no-test-code-in-production',
    comment: 'What ships carries nothing that only tests need.',
    severity: 'error',
    from: { path: PRODUCTION, pathNot: TEST_FILE },
    to: {
      path: [
        '^libs/(testing|service-testing)/',
        TEST_FILE,
        '^apps/[^/]+/test/',
        '/node_modules/(vitest|supertest)/',
      ],
    },
  },
  {
    name: 'no-service-imports-another',
    comment: 'Services talk by commands and events. Only standalone composes them.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'models-are-pure',
    comment:
      'A model takes state, command and time, and returns the next state or an error: no Nest, database, clock or input.',
    severity: 'error',
    from: { path: '[.]model[.]ts$' },
    to: {
      path: [
        '^libs/(platform|persistence|messaging|outbox)/',
        '[.](service|repository|controller|consumers|commands|jobs|module)[.]ts$',
        '/src/generated/',
        '/node_modules/(@nestjs|@prisma|pg|fastify|undici|rxjs|@nats-io|ioredis)/',
        '^(node:)?(fs|fs/promises|http|https|child_process|timers|timers/promises|worker_threads|dns)$',
      ],
    },
  },
  {
    name: 'database-only-in-repositories',
    comment:
      'Generated clients and the driver are used by repositories; the module of an app hands the client over.',
    severity: 'error',
    from: {
      path: `${SERVICE}src/`,
      pathNot: ['[.]repository[.]ts$', '/src/app[.]module[.]ts$', '/src/generated/', TEST_FILE],
    },
    to: { path: ['/src/generated/', '/node_modules/(pg|@prisma)/'] },
  },
  {
    name: 'gateway-without-database',
    comment: 'What faces the internet carries no database.',
    severity: 'error',
    from: { path: '^apps/gateway/src/' },
    to: { path: ['^libs/(persistence|outbox|embedded-postgres)/', '/node_modules/(pg|@prisma)/'] },
  },
  {
    name: 'embedded-postgres-only-where-started',
    comment: 'No service carries a database server.',
    severity: 'error',
    from: {
      path: '^(apps|libs)/[^/]+/src/',
      pathNot: '^(apps/standalone|libs/(embedded-postgres|testing))/',
    },
    to: { path: '^libs/embedded-postgres/' },
  },
  {
    name: 'black-box-tests-import-no-product',
    comment: 'Black-box tests see what users see: HTTP and a browser.',
    severity: 'error',
    from: { path: '^apps/e2e/' },
    to: { path: ['^apps/(?!e2e/)', '^libs/(?!testing/)'] },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType} */
export const subjects = {
  name: 'no-subject-loop',
  comment: 'Subjects depend one way: whoever owns the use case imports the other.',
  severity: 'error',
  scope: 'folder',
  from: { path: '^(apps|libs)/[^/]+/src/.+' },
  to: { circular: true },
};

/** Entry points and what every subject may see; the only files at the root of a source folder. */
export const ROOT_FILES = '^(apps|libs)/[^/]+/src/[^/]+[.]tsx?$';

/** @type {import('dependency-cruiser').ICruiseOptions} */
export const options = {
  doNotFollow: { path: ['node_modules'] },
  exclude: { path: ['/dist/', '[.]d[.]ts$', '^tools/'] },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    conditionNames: ['@capture/source', 'import', 'node', 'default', 'types'],
    exportsFields: ['exports'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
  },
};

export const rules = files;
