// Measures the built service against a bare loop of signed POSTs: persisted deliveries per second, and the time from the
// commit of an event to its receipt. Usage: node apps/webhooks/bench/webhooks.bench.mjs [seconds]; prints one JSON line.
import { fork } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { CaptureRequestClosed, createEvent, newId, PRINCIPAL_HEADER, SCOPES } from '@capture/contracts';
import { applyMigrations, provisionSchema } from '@capture/persistence';
import { signCall } from '@capture/platform';
import { startPostgres } from '@capture/testing';
import pg from 'pg';
import { Agent } from 'undici';

const seconds = Number(process.argv[2] ?? 20);
const ORGANIZATIONS = 20;
const PRINCIPAL_KEY = 'a principal key of the bench';
const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function startReceiver() {
  const received = new Map();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = request.headers['webhook-id'];
      if (!received.has(id)) received.set(id, Date.now());
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    received,
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

async function startService(adminUrl) {
  await provisionSchema(adminUrl, { schema: 'webhooks', role: 'webhooks', password: 'bench' });
  const url = Object.assign(new URL(adminUrl), { username: 'webhooks', password: 'bench' }).toString();
  await applyMigrations(
    { url, schema: 'webhooks' },
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  );
  const env = {
    ...process.env,
    DATABASE_URL: url,
    CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEY,
    CAPTURE_WEBHOOK_SECRET_KEY: randomBytes(32).toString('base64'),
    CAPTURE_WEBHOOK_ALLOW_LOOPBACK: 'true',
    LOG_LEVEL: 'error',
  };
  const child = fork(fileURLToPath(new URL('../test/webhooks-process.mjs', import.meta.url)), {
    env,
    execArgv: [],
  });
  const [message] = await once(child, 'message');
  return { child, url: message.ready, pool: newPool(url) };
}

function newPool(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 4 });
  // The server goes away before its idle connections do.
  pool.on('error', () => undefined);
  return pool;
}

async function register(serviceUrl, endpointUrl) {
  const organizationId = newId('organization');
  const principal = {
    kind: 'key',
    organizationId,
    keyId: newId('key'),
    mode: 'live',
    scopes: SCOPES,
    ownerMemberId: null,
    plan: 'platform',
    features: [],
    limits: {},
    organizationPaused: false,
  };
  const header = signCall({ principal, ip: '127.0.0.1', issuedAt: Math.floor(Date.now() / 1000) }, [
    PRINCIPAL_KEY,
  ]);
  const headers = { 'content-type': 'application/json', [PRINCIPAL_HEADER]: header };
  const response = await fetch(`${serviceUrl}/v1/webhook-endpoints`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: endpointUrl }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return organizationId;
}

function eventsOf(organizations, count) {
  return Array.from({ length: count }, (_value, index) =>
    createEvent(CaptureRequestClosed, organizations[index % organizations.length], {
      captureRequestId: newId('captureRequest'),
      metadata: '{"order":"A-1"}',
      reason: 'closed_by_api',
    }),
  );
}

/** States facts in the service's process, whose commit wakes the relay; resolves to the time of the commit. */
async function state(child, events) {
  const done = new Promise((resolve) => {
    const hear = (message) => {
      if (message.stated?.[0] !== events[0].id) return;
      child.off('message', hear);
      resolve(message.at);
    };
    child.on('message', hear);
  });
  child.send({ state: events });
  return done;
}

async function recorded(pool, count) {
  for (;;) {
    const { rows } = await pool.query("SELECT count(*)::int AS n FROM delivery WHERE status = 'succeeded'");
    if (rows[0].n >= count) return;
    await pause(20);
  }
}

/** Events come at `rate` per second; milliseconds from commit to receipt. */
async function steadily(child, organizations, received, rate, forSeconds) {
  const committed = new Map();
  const started = performance.now();
  for (let sent = 0; sent < rate * forSeconds; sent += 1) {
    const due = started + (sent * 1000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const [event] = eventsOf([organizations[sent % organizations.length]], 1);
    committed.set(event.id, undefined);
    void state(child, [event]).then((at) => committed.set(event.id, at));
  }
  while ([...committed.keys()].some((id) => !received.has(id))) await pause(20);
  return [...committed].map(([id, at]) => Math.max(0, received.get(id) - at));
}

/** The same POSTs without queue, record or retry. */
async function bareLoop(url, count) {
  const agent = new Agent({ connections: 16 });
  const key = randomBytes(32);
  const body = JSON.stringify(eventsOf([newId('organization')], 1)[0]);
  let left = count;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) {
        const id = newId('event');
        const signature = createHmac('sha256', key).update(`${id}.0.${body}`).digest('base64');
        const headers = { 'webhook-id': id, 'webhook-signature': `v1,${signature}` };
        const answer = await agent.request({ origin: url, path: '/', method: 'POST', body, headers });
        await answer.body.dump();
      }
    }),
  );
  return count / ((performance.now() - started) / 1000);
}

const postgres = await startPostgres();
const receiver = await startReceiver();
const service = await startService(postgres.adminUrl);
try {
  const organizations = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, () => register(service.url, receiver.url)),
  );
  const warm = 500;
  await state(service.child, eventsOf(organizations, warm));
  await recorded(service.pool, warm);
  const latencies = await steadily(service.child, organizations, receiver.received, 50, seconds);
  const before = warm + latencies.length;
  const count = 300 * seconds;
  const started = performance.now();
  for (let done = 0; done < count; done += 300) await state(service.child, eventsOf(organizations, 300));
  await recorded(service.pool, before + count);
  const perSec = count / ((performance.now() - started) / 1000);
  const barePerSec = await bareLoop(receiver.url, 5000);
  console.log(
    JSON.stringify({
      deliveriesPerSec: Math.round(perSec),
      barePerSec: Math.round(barePerSec),
      ratio: Number((perSec / barePerSec).toFixed(3)),
      commitToReceiptMs: {
        p50: Math.round(percentile(latencies, 0.5)),
        p99: Math.round(percentile(latencies, 0.99)),
      },
    }),
  );
} finally {
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
  await service.pool.end();
  receiver.close();
  // The server's process does not keep this one alive while it stops.
  const alive = setInterval(() => undefined, 1000);
  await postgres.stop();
  clearInterval(alive);
}
