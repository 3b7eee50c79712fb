// Deliveries through the running product, recorded in its database, against a loop of the same signed POSTs that
// records nothing; and the time from a fact to its receipt.
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'undici';
import { pause, Product } from './product.mjs';
import { inTurns, median, percentile, ratio } from './statistics.mjs';

const ORGANIZATIONS = 20;
const BATCH = 3_000;
const ROUNDS = 3;
const RATE_PER_SEC = 50;
const STEADY_SEC = 20;
const SETTLE_TIMEOUT_MS = 120_000;

async function startReceiver() {
  const latencies = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      latencies.push(Date.now() - Date.parse(timestamp));
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { latencies, url: `http://127.0.0.1:${server.address().port}/hooks`, close };
}

async function waitFor(what, probe) {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(20);
  }
}

/** Facts of the capture-requests service, committed to its outbox in one transaction. */
async function commitFacts(database, template, organizations, count) {
  const ids = Array.from({ length: count }, () => `evt_0${randomBytes(13).toString('hex').slice(1)}`);
  const owners = ids.map((_id, index) => organizations[index % organizations.length].id);
  const occurredAt = new Date().toISOString();
  const envelopes = ids.map((id, index) =>
    JSON.stringify({ ...template, id, occurredAt, organizationId: owners[index] }),
  );
  await database.query(
    `INSERT INTO capture_requests.outbox (event_id, type, organization_id, envelope, headers)
     SELECT id, $4, owner, envelope, '{}' FROM unnest($1::text[], $2::text[], $3::text[]) AS fact(id, owner, envelope)`,
    [ids, owners, envelopes, template.type],
  );
}

/** Deliveries per second, from the commit of the facts until the last delivery is recorded as succeeded. */
async function deliver(database, receiver, template, organizations) {
  const recorded = async () => {
    const { rows } = await database.query(
      `SELECT count(*)::int AS n FROM webhooks.delivery WHERE status = 'succeeded'`,
    );
    return rows[0].n;
  };
  const before = await recorded();
  const received = receiver.latencies.length;
  const started = performance.now();
  await commitFacts(database, template, organizations, BATCH);
  // Counting rows costs the database something: not before it can be the last of them that is missing.
  await waitFor('the receipts', () => receiver.latencies.length >= received + BATCH);
  await waitFor('the records', async () => (await recorded()) >= before + BATCH);
  return BATCH / ((performance.now() - started) / 1000);
}

/** POSTs per second of the same bodies, signed the same way. */
async function bareLoop(url, body) {
  const agent = new Agent({ connections: 16 });
  const secret = randomBytes(32);
  let left = BATCH;
  const started = performance.now();
  const post = async () => {
    while (left-- > 0) {
      const id = `evt_${randomBytes(13).toString('hex')}`;
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,${signature}`,
      };
      const answer = await agent.request({
        origin: new URL(url).origin,
        path: '/hooks',
        method: 'POST',
        headers,
        body,
      });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 16 }, post));
  const perSec = BATCH / ((performance.now() - started) / 1000);
  await agent.close();
  return perSec;
}

/** Requests are created at a steady rate; how long after it happened each fact was received, in ms. */
async function steadily(product, organizations, receiver) {
  const before = receiver.latencies.length;
  const count = RATE_PER_SEC * STEADY_SEC;
  const started = performance.now();
  const calls = [];
  for (let sent = 0; sent < count; sent += 1) {
    await pause(Math.max(0, started + (sent * 1000) / RATE_PER_SEC - performance.now()));
    const { key } = organizations[sent % organizations.length];
    calls.push(product.call('POST', '/api/v1/capture-requests', key, { title: 'Bench', prompt: 'Bench?' }));
  }
  await Promise.all(calls);
  await waitFor('the receipts', () => receiver.latencies.length >= before + count);
  return receiver.latencies.slice(before);
}

async function latestFact(database) {
  const { rows } = await database.query(
    `SELECT envelope FROM capture_requests.outbox WHERE type = 'capture_request.created' ORDER BY id DESC LIMIT 1`,
  );
  return JSON.parse(rows[0].envelope);
}

export async function webhooks(progress) {
  const receiver = await startReceiver();
  const product = await Product.start();
  try {
    const organizations = [];
    for (let made = 0; made < ORGANIZATIONS; made += 1) {
      const organization = await product.organization();
      await product.call('POST', '/api/v1/webhook-endpoints', organization.key, { url: receiver.url });
      organizations.push(organization);
    }
    progress(`${RATE_PER_SEC} events/s for ${STEADY_SEC} s`);
    await steadily(product, organizations, receiver);
    const latencies = await steadily(product, organizations, receiver);
    const database = await product.database();
    const template = await latestFact(database);
    const contenders = {
      ours: () => deliver(database, receiver, template, organizations),
      bare: () => bareLoop(receiver.url, JSON.stringify({ ...template, timestamp: template.occurredAt })),
    };
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} deliveries/s`));
    const [ours, bare] = [median(figures.ours), median(figures.bare)];
    const latency = (share) => `${percentile(latencies, share)} ms`;
    const receipt = `fact to receipt at ${RATE_PER_SEC} events/s`;
    return [
      {
        what: `webhook deliveries, batch of ${BATCH}`,
        ours: `${Math.round(ours)}/s recorded`,
        peer: `undici loop ${Math.round(bare)}/s`,
        ratio: ratio(ours, bare),
        goal: '≥ 300/s',
        runs: ROUNDS,
      },
      { what: `${receipt}, p50`, ours: latency(0.5), goal: '≤ 50 ms', runs: latencies.length },
      { what: `${receipt}, p99`, ours: latency(0.99), goal: '≤ 500 ms', runs: latencies.length },
    ];
  } finally {
    receiver.close();
    await product.remove();
  }
}
