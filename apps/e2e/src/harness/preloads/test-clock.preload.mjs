// Preloaded into every process of an instance. Shifts Date, but no timers. The file named by TEST_CLOCK holds the offset
// in milliseconds by app: {"all": 3600000, "recordings": -500}.
import { readFileSync } from 'node:fs';
import { processName } from './process-name.mjs';

const RealDate = globalThis.Date;

/** Read on every call, so that a moved clock takes effect at once. */
function now() {
  const offsets = JSON.parse(readFileSync(process.env.TEST_CLOCK, 'utf8'));
  return RealDate.now() + (offsets[processName] ?? offsets.all ?? 0);
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
