import type { Command } from 'commander';
import { CliFailure, EXIT } from '../command/failure.js';
import { findInstance, type Instance } from '../instance/instance.js';
import { type Event, EventFeed } from './event-feed.js';
import { Forwarder, type Outcome } from './forwarder.js';

const HELP = `
The key needs the scope webhooks:read; without --key it is CAPTURE_KEY, else the live key of the local instance. Events
are those from now on, each POSTed once, in order; whether the receiver takes it or not, the next one follows. With
--json, every line is a JSON document.`;

interface ListenOptions {
  forwardTo: string;
  key?: string;
  json?: boolean;
}

function receiverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
  const next = 'Name one such as http://localhost:3000/webhooks.';
  throw new CliFailure(EXIT.usage, 'usage', `"${text}" is not an http or https URL.`, next);
}

function keyOf(options: ListenOptions, env: NodeJS.ProcessEnv, instance: Instance): string {
  const key = options.key || env['CAPTURE_KEY'] || instance.liveKey;
  if (key) return key;
  const next = 'Pass --key or set CAPTURE_KEY to an API key with the scope webhooks:read.';
  throw new CliFailure(EXIT.usage, 'no_key', `There is no API key for ${instance.baseUrl}.`, next);
}

/** Prints what happens: as text, or as one JSON document a line. */
function printer(asJson = false) {
  const print = (document: object, text: string): void => {
    process.stdout.write(`${asJson ? JSON.stringify(document) : text}\n`);
  };
  return {
    ready: (url: string, secret: string) =>
      print(
        { listening: { forwardTo: url, secret } },
        `Forwarding events to ${url}\nSigning secret: ${secret}\n`,
      ),
    forwarded({ id, type, sequence }: Event, { status, error, latencyMs }: Outcome) {
      const time = new Date().toTimeString().slice(0, 8);
      print(
        { id, type, sequence, status, error, latencyMs },
        `${time}  #${sequence}  ${type}  ${id}  → ${status ?? error} (${latencyMs} ms)`,
      );
    },
    away: ({ code, message }: CliFailure) => print({ away: { code, message } }, `${message} Waiting for it…`),
    back: () => print({ back: true }, 'It answers again.'),
    ended: (count: number) =>
      print({ ended: { forwarded: count } }, `\n${count} event${count === 1 ? '' : 's'} forwarded.`),
  };
}

async function listen(options: ListenOptions): Promise<void> {
  const url = receiverUrl(options.forwardTo);
  const instance = await findInstance(process.env);
  const key = keyOf(options, process.env, instance);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
  const print = printer(options.json);
  const feed = new EventFeed(instance.baseUrl, key, stop.signal, { onAway: print.away, onBack: print.back });
  await feed.open();
  const forwarder = new Forwarder(url);
  print.ready(url, forwarder.secret);
  let count = 0;
  for await (const { event, body } of feed.events()) {
    print.forwarded(event, await forwarder.send(event.id, body, stop.signal));
    count += 1;
  }
  print.ended(count);
}

/** Streams an organization's events to a machine that no webhook reaches. */
export function listenVerb(program: Command): void {
  program
    .command('listen')
    .description('forward events to a URL as they happen, signed like webhooks')
    .requiredOption('--forward-to <url>', 'where events are POSTed, e.g. http://localhost:3000/webhooks')
    .option('--key <key>', 'API key, live or test')
    .option('--json', 'print one JSON document a line')
    .addHelpText('after', HELP)
    .action(listen);
}
