// npm run mutation: which guards of recorded media could be removed without a test failing.
import { build } from './build.mjs';
import { ensureInstalled, pinnedNode, runTool } from './install.mjs';
import { ensureServers, TEST_SERVERS } from './servers.mjs';

ensureInstalled();
ensureServers(TEST_SERVERS);
build();
runTool(pinnedNode(), ['tools/mutation/src/main.mjs', ...process.argv.slice(2)]);
