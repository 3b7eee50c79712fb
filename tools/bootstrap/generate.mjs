// npm run generate: everything that is derived from code and kept in the repository.
import { build } from './build.mjs';
import { ensureInstalled, pinnedNode, runTool } from './install.mjs';

ensureInstalled();
build();
for (const script of ['tools/openapi/openapi.mjs', 'tools/generators/event-docs.mjs'])
  runTool(pinnedNode(), [script]);
