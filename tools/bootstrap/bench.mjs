// npm run bench: the product against named peers, as ratios. Usage: npm run bench [-- --only NAME], the names as in tools/bench/main.mjs
import { build } from './build.mjs';
import { become, ensureInstalled, pinnedNode, root } from './install.mjs';
import { ensureServers } from './servers.mjs';

/**
 * The process that makes the load and receives webhooks is one of the two ends that are measured: with Node's defaults its own collector
 * stopped it for some 20 ms at a time, which counted as the slowest hundredth of both contenders.
 */
const FLAGS = [
  '--max-semi-space-size=64',
  '--v8-pool-size=1',
  '--heap-growing-percent=200',
  '--no-allocation-site-pretenuring',
];

ensureInstalled();
ensureServers(['nats-server', 'redis-server', 'chromium', 'ffprobe']);
console.log('Building…');
build();
become(pinnedNode(), [...FLAGS, `${root}tools/bench/main.mjs`, ...process.argv.slice(2)]);
