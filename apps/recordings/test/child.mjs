// The built service as a process of its own, for tests that kill it. Commands come and go over IPC.
import 'reflect-metadata';
import { BUS, InProcessBus } from '@capture/messaging';
import { startService } from '@capture/platform';
import { recordings } from '../dist/app.module.js';

const bus = new InProcessBus();
const running = await startService(recordings, {
  env: process.env,
  shared: [{ provide: BUS, useValue: bus }],
});
bus.open();
process.on('message', ({ id, pattern, payload }) => {
  bus.request(pattern, payload, { timeoutMs: 30_000 }).then(
    (answer) => process.send({ id, answer }),
    (error) => process.send({ id, error: { code: error.code, message: String(error.message) } }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ url: running.url });
