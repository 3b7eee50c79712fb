import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleRoom, bundleSdk, bundleWorker } from '../bundle.mjs';

interface Package {
  CaptureClient: typeof import('../src/index.js').CaptureClient;
  CaptureError: typeof import('../src/index.js').CaptureError;
}

async function expectToWorkOnAServer({ CaptureClient, CaptureError }: Package): Promise<void> {
  expect(CaptureClient.isSupported()).toBe(false);
  expect(await CaptureClient.listStranded()).toEqual([]);
  expect(new CaptureError('network')).toMatchObject({ name: 'CaptureError', retryable: true });
}

it('the ES module and the CommonJS module load where there is no browser', async () => {
  const worker = await bundleWorker({ write: false });
  const esm = await bundleSdk({ file: 'index.js', format: 'es', worker, write: false });
  await expectToWorkOnAServer(await import(`data:text/javascript,${encodeURIComponent(esm)}`));
  const cjs = await bundleSdk({ file: 'index.cjs', format: 'cjs', worker, write: false });
  const module = { exports: {} as Package };
  new Function('module', 'exports', cjs)(module, module.exports);
  await expectToWorkOnAServer(module.exports);
});

it('the rooms’ entry loads where there is no browser, and adds nothing to the main one', async () => {
  const worker = await bundleWorker({ write: false });
  const room = await bundleRoom({ file: 'room.js', format: 'es', worker, write: false });
  const { Room, isSupported } = await import(`data:text/javascript,${encodeURIComponent(room)}`);
  expect([typeof Room, isSupported()]).toEqual(['function', false]);
  expect(room).toContain('RTCPeerConnection');
  const main = await bundleSdk({ file: 'index.js', format: 'es', worker, write: false });
  expect(main).not.toContain('RTCPeerConnection');
});

it('the SDK with its worker, and the probe, fit their size budgets', async () => {
  const script = fileURLToPath(new URL('../size.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toMatch(/\d+ of 12000 bytes/);
});
