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
export const VICTIMS: readonly string[] = MODE === 'standalone' ? STANDALONE : DISTRIBUTED;

/** Ends a process with kill -9. The single process is started again as whoever runs it would; others come back alone. */
export async function strike(product: Product, victim: string): Promise<void> {
  if (victim === 'postgres') return void process.kill(await product.postgresPid(), 'SIGKILL');
  await product.kill(victim);
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

/** Waits until the gateway calls itself ready and every service behind it answers. */
export async function recovered({ baseUrl, credentials }: Product): Promise<void> {
  const urls = [`${baseUrl}/health/ready`, ...PROBED.map((path) => `${baseUrl}/api/v1/${path}`)];
  const probe = async (): Promise<boolean> =>
    (await Promise.all(urls.map((url) => answers(url, credentials.liveKey)))).every(Boolean);
  await until('every part to answer', probe, 60_000, 50);
}
