// What a delivery costs when two processes of the webhooks service share the work, against one: processor time of everything,
// distributed.
import { AddedProcess } from '@capture/testing';
import { Product } from '../product.mjs';
import { ratio } from '../statistics.mjs';
import { latestFact, organizationsWith, startReceiver, steadily } from './webhook-load.mjs';
import { sustain } from './sustained.mjs';

const ORGANIZATIONS = 100;
const SECONDS = 20;
/** Attempts after which an endpoint counts as proven come with the warm-up. */
const WARM_UP_SEC = 8;

export async function twoProcesses(progress) {
  const receiver = await startReceiver();
  const product = await Product.start('distributed');
  let second;
  try {
    const organizations = await organizationsWith(product, ORGANIZATIONS, receiver.url);
    await steadily(product, organizations, receiver, { ratePerSec: 20, seconds: 5 });
    const database = await product.database();
    const context = { database, template: await latestFact(database), organizations, receiver };
    const measure = async (what) => {
      await sustain(context, WARM_UP_SEC);
      const { perSec, cpu } = await sustain(context, SECONDS);
      progress(`${what}: ${Math.round(perSec)}/s, ${cpu.toFixed(2)} s a 1,000`);
      return cpu;
    };
    const one = await measure('one process');
    second = await AddedProcess.start(product.dataDir, 'webhooks');
    const two = await measure('two processes');
    return {
      what: 'processor time of 1,000 webhook deliveries, two processes of webhooks, distributed',
      ours: `${two.toFixed(2)} s`,
      peer: `one ${one.toFixed(2)} s`,
      ratio: ratio(two, one),
      goal: '≤ 1.5',
      runs: 1,
    };
  } finally {
    await second?.stop();
    receiver.close();
    await product.remove();
  }
}
