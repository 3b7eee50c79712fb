// Gives every project its targets, from what lies in its folder:
//   build             with a tsconfig.json of its own, or a build script
//   lint              always
//   test-unit         with test files beside its sources
//   test-integration  with test files in its test folder
//   test              both kinds of tests
// The black-box tests have test-standalone and test-distributed in place of these.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BLACK_BOX = 'apps/e2e';
/** Starts the PostgreSQL of all integration tests, also of projects that do not depend on it. */
const HARNESS = 'libs/testing';

// Nx keeps nothing that lies in node_modules.
const REPORTS = '{workspaceRoot}/dist/reports';
const SCHEMA = 'prisma/schema.prisma';
const VITEST = ['{workspaceRoot}/vitest.config.ts', { env: 'SOAK_SCALE' }];

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function hasTests(folder) {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((name) => /\.test\.tsx?$/.test(name));
}

/** Names of the projects that `root` depends on, itself included; `names` are those of the workspace by package name. */
function closure(workspaceRoot, root) {
  const manifests = new Map(
    ['apps', 'libs', 'tools'].flatMap((group) =>
      readdirSync(join(workspaceRoot, group)).flatMap((folder) => {
        const manifest = readJson(join(workspaceRoot, group, folder, 'package.json'));
        return manifest ? [[manifest.name, manifest]] : [];
      }),
    ),
  );
  const found = new Set();
  const visit = (name) => {
    if (found.has(name) || !manifests.has(name)) return;
    found.add(name);
    for (const dependency of Object.keys(manifests.get(name).dependencies ?? {})) visit(dependency);
  };
  visit(readJson(join(workspaceRoot, root, 'package.json')).name);
  return [...found];
}

/** Builds of other projects come first as tsc refers to them: what only tests depend on may depend on the project. */
function referredProjects(workspaceRoot, root, tsconfig) {
  const references = (tsconfig.references ?? []).map(({ path }) => join(workspaceRoot, root, path));
  return references.map((folder) => readJson(join(folder, 'package.json')).name);
}

function buildTarget(workspaceRoot, root, manifest) {
  const tsconfig = readJson(join(workspaceRoot, root, 'tsconfig.json'));
  const common = {
    cache: true,
    inputs: ['production', '^production', 'toolchain'],
    outputs: ['{projectRoot}/dist', '{projectRoot}/tsconfig.tsbuildinfo'],
  };
  if (manifest.scripts?.build !== undefined)
    return { ...common, dependsOn: ['^build'], command: 'node tools/bootstrap/build.mjs {projectRoot}' };
  if (tsconfig === undefined) return undefined;
  const projects = referredProjects(workspaceRoot, root, tsconfig);
  return {
    ...common,
    dependsOn: [
      ...(projects.length > 0 ? [{ projects, target: 'build' }] : []),
      ...(existsSync(join(workspaceRoot, root, SCHEMA)) ? ['database-client'] : []),
    ],
    command: 'tsc -b {projectRoot} --pretty false',
  };
}

function databaseClientTarget(root) {
  return {
    cache: true,
    inputs: [
      `{projectRoot}/${SCHEMA}`,
      '{workspaceRoot}/libs/*/prisma/*.prisma',
      '{workspaceRoot}/tools/generators/prisma-*',
      'toolchain',
    ],
    outputs: ['{projectRoot}/src/generated'],
    command: `node tools/generators/prisma-generate.mjs ${root.slice('apps/'.length)}`,
  };
}

function lintTarget() {
  const manifests = ['apps', 'libs', 'tools'].map((group) => `{workspaceRoot}/${group}/*/package.json`);
  return {
    cache: true,
    // The boundary rule reads the tags and dependencies of all projects.
    inputs: ['default', '^production', 'toolchain', '{workspaceRoot}/eslint.config.mjs', ...manifests],
    command: 'eslint {projectRoot} --max-warnings 0',
  };
}

function testTarget(kind, inputs, dependsOn = ['build']) {
  return {
    cache: true,
    dependsOn,
    inputs: ['default', '^production', 'toolchain', 'documents', ...VITEST, ...inputs],
    outputs: ['json', 'unhandled.json'].map((end) => `${REPORTS}/${kind}/{projectName}.${end}`),
    command: `node tools/nx-plugin/vitest.mjs ${kind} {projectRoot} {projectName}`,
  };
}

function testTargets(workspaceRoot, root) {
  if (root === BLACK_BOX) {
    const inputs = ['{workspaceRoot}/tools/bootstrap/**/*'];
    return {
      'test-standalone': testTarget('standalone', inputs, ['^build']),
      'test-distributed': testTarget('distributed', inputs, ['^build']),
    };
  }
  const folder = join(workspaceRoot, root);
  const harness = closure(workspaceRoot, HARNESS);
  const targets = {};
  if (hasTests(join(folder, 'src')))
    targets['test-unit'] = testTarget(
      'unit',
      ['{workspaceRoot}/libs/testing/src/setup.ts'],
      // They import sources, of which only the database clients are not in the repository.
      ['database-client', '^database-client'],
    );
  if (hasTests(join(folder, 'test')))
    targets['test-integration'] = testTarget('integration', [{ input: 'production', projects: harness }]);
  const kinds = Object.keys(targets);
  return kinds.length === 0
    ? {}
    : { ...targets, test: { executor: 'nx:noop', cache: true, dependsOn: kinds } };
}

function targetsOf(workspaceRoot, root) {
  const manifest = readJson(join(workspaceRoot, root, 'package.json'));
  const build = buildTarget(workspaceRoot, root, manifest);
  return {
    ...(build && { build }),
    ...(existsSync(join(workspaceRoot, root, SCHEMA)) && { 'database-client': databaseClientTarget(root) }),
    lint: lintTarget(),
    ...testTargets(workspaceRoot, root),
  };
}

export const name = 'capture';

export const createNodesV2 = [
  '{apps,libs,tools}/*/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = dirname(file);
      return [file, { projects: { [root]: { targets: targetsOf(workspaceRoot, root) } } }];
    }),
];
