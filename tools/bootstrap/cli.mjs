// npm run capture -- NOUN VERB: the operator CLI, built when its sources changed.
import { whenChanged } from './build.mjs';
import { become, ensureInstalled, pinnedNode, root, runTool } from './install.mjs';

ensureInstalled('product');
whenChanged('tools/cli/dist', ['tools/cli', 'libs/api-client/src'], () =>
  runTool('tsc', ['-b', 'tools/cli', '--pretty', 'false', '--noCheck']),
);
become(pinnedNode(), [`${root}tools/cli/dist/main.js`, ...process.argv.slice(2)]);
