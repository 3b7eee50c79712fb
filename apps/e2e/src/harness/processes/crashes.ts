import { until } from '@capture/testing';
import { MODE, type Product } from './product.js';

const DISTRIBUTED = [
  'gateway',
  'accounts',
  'capture-requests',
  'sessions',
  'recordings',
  'webhooks',
  'nats',
  'redis',
  'postgres',
] as const;
const STANDALONE = ['the process', 'postgres'] as const;

/** Every process of the product under test. */
export const PROCESSES: readonly string[] = MODE === 'standalone' ? STANDALONE : DISTRIBUTED;

/** Kills a process with SIGKILL. Starts the standalone process again; supervisors restart the others. */
export async function crash(product: Product, name: string): Promise<void> {
  if (name === 'postgres') return void process.kill(await product.postgresPid(), 'SIGKILL');
  await product.kill(name);
  if (product.mode === 'standalone') {
    await product.stop();
    await product.up();
  }
}

const PROBED = ['capture-requests', 'recordings', 'sessions', 'webhook-endpoints', 'usage'];

async function answers(url: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
  await response.arrayBuffer();
  return response.ok;
}

/** Waits until the gateway reports ready and every service behind it answers. */
export async function recovered({ baseUrl, credentials }: Product): Promise<void> {
  const urls = [`${baseUrl}/health/ready`, ...PROBED.map((path) => `${baseUrl}/api/v1/${path}`)];
  const probe = async (): Promise<boolean> =>
    (await Promise.all(urls.map((url) => answers(url, credentials.liveKey)))).every(Boolean);
  await until('every part to answer', probe, 60_000, 50);
}
