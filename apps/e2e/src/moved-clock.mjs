// Preloaded into every process of an instance: Date says what a test wants it to say, while timers run on. The file
// that TEST_CLOCK names holds milliseconds by app, as in {"all": 3600000, "recordings": -500}.
import { readFileSync } from 'node:fs';

const RealDate = globalThis.Date;
const app = /[\\/]apps[\\/]([\w-]+)[\\/]dist[\\/]/.exec(process.argv[1] ?? '')?.[1] ?? '';

/** Read anew each time, so that from the moment a test has moved the clock no call sees the old one. */
function now() {
  const offsets = JSON.parse(readFileSync(process.env.TEST_CLOCK, 'utf8'));
  return RealDate.now() + (offsets[app] ?? offsets.all ?? 0);
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
