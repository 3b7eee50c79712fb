// npm run mutation: which guards of recorded media could be removed without a test failing.
import { build } from './build.mjs';
import { ensureInstalled, pinnedNode, runTool } from './install.mjs';
import { ensureServers } from './servers.mjs';

ensureInstalled();
ensureServers([
  'nats-server',
  'redis-server',
  'chromium',
  'turnserver',
  'ffprobe',
  'faketime',
  'openssl',
  'python3',
]);
build();
runTool(pinnedNode(), ['tools/mutation/src/main.mjs', ...process.argv.slice(2)]);
