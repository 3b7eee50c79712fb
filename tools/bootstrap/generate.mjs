// npm run generate: everything that is derived from code and kept in the repository.
import { buildServices } from './build.mjs';
import { ensureInstalled, pinnedNode, runTool } from './install.mjs';

ensureInstalled();
// Not what uses the generated files: it may not compile until they are written.
buildServices('tools/openapi');
buildServices('tools/charts');
const SCRIPTS = [
  'tools/openapi/dist/openapi.js',
  'tools/generators/event-docs.mjs',
  'tools/generators/api-client.mjs',
  'tools/charts/dist/generate.js',
];
for (const script of SCRIPTS) runTool(pinnedNode(), [script]);
