// npm run bench: the product against named peers, as ratios. Usage: npm run bench [-- --only upload|downloads|webhooks|black-holes|reads|gateway|lists|isolation|sign-ins|deletion|rooms]
import { build } from './build.mjs';
import { become, ensureInstalled, pinnedNode, root } from './install.mjs';
import { ensureServers } from './servers.mjs';

ensureInstalled();
ensureServers(['nats-server', 'redis-server']);
console.log('Building…');
build();
become(pinnedNode(), [`${root}tools/bench/main.mjs`, ...process.argv.slice(2)]);
