// npm run bench: the product against named peers, as ratios. Usage: npm run bench [-- --only NAME], the names as in tools/bench/main.mjs
import { build } from './build.mjs';
import { become, ensureInstalled, pinnedNode, root } from './install.mjs';
import { ensureServers } from './servers.mjs';

ensureInstalled();
ensureServers(['nats-server', 'redis-server']);
console.log('Building…');
build();
become(pinnedNode(), [`${root}tools/bench/main.mjs`, ...process.argv.slice(2)]);
