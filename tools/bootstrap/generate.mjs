// npm run generate: everything that is derived from code and kept in the repository.
import { build } from './build.mjs';
import { ensureInstalled, pinnedNode, runTool } from './install.mjs';

ensureInstalled();
build();
const SCRIPTS = [
  'tools/openapi/openapi.mjs',
  'tools/generators/event-docs.mjs',
  'tools/generators/api-client.mjs',
];
for (const script of SCRIPTS) runTool(pinnedNode(), [script]);
