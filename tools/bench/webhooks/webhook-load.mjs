// What the webhook benchmarks share: a receiver that notes when everything came, organizations that are sent webhooks,
// and facts, by the API or straight into the outbox.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pause } from '../product.mjs';

const SETTLE_TIMEOUT_MS = 120_000;

/** A customer's server. `respond` decides when and how it answers, by the id of the event too; by default with 200 at once. */
export async function startReceiver(respond = (response) => response.end()) {
  const latencies = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      latencies.push(Date.now() - Date.parse(timestamp));
      respond(response, request.headers['webhook-id']);
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

export async function waitFor(what, probe) {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(20);
  }
}

/** Organizations with one endpoint each, which is `url`. */
export async function organizationsWith(product, count, url) {
  const organizations = [];
  while (organizations.length < count) {
    const organization = await product.organization();
    const endpoint = await product.call('POST', '/api/v1/webhook-endpoints', organization.key, { url });
    organizations.push({ ...organization, endpointId: endpoint.id });
  }
  return organizations;
}

/** Requests are created at a steady rate, by each organization in turn; how late each fact was received, in ms. */
export async function steadily(product, organizations, receiver, { ratePerSec, seconds }) {
  const before = receiver.latencies.length;
  const count = ratePerSec * seconds;
  const started = performance.now();
  const calls = [];
  for (let sent = 0; sent < count; sent += 1) {
    await pause(Math.max(0, started + (sent * 1000) / ratePerSec - performance.now()));
    const { key } = organizations[sent % organizations.length];
    calls.push(product.call('POST', '/api/v1/capture-requests', key, { title: 'Bench', prompt: 'Bench?' }));
  }
  await Promise.all(calls);
  await waitFor('the receipts', () => receiver.latencies.length >= before + count);
  return receiver.latencies.slice(before);
}

/** Milliseconds from each of `count` facts since a time until its first attempt began, as the product recorded both. */
export async function firstAttempts(database, since, count) {
  let found = [];
  await waitFor('the attempts on record', async () => {
    const { rows } = await database.query(
      `SELECT 1000 * extract(epoch FROM a.at - e.occurred_at) AS ms FROM webhooks.event e
       JOIN webhooks.delivery d ON d.event_id = e.id
       JOIN webhooks.attempt a ON a.delivery_id = d.id AND a.attempt = 1
       WHERE e.occurred_at >= $1`,
      [since],
    );
    found = rows;
    return found.length >= count;
  });
  return found.map(({ ms }) => Number(ms));
}

/** Envelope of the newest `capture_request.created`, for `commitFacts`. */
export async function latestFact(database) {
  const { rows } = await database.query(
    `SELECT envelope FROM capture_requests.outbox WHERE type = 'capture_request.created' ORDER BY id DESC LIMIT 1`,
  );
  return JSON.parse(rows[0].envelope);
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ids begin with the time, as those of real events: new rows are at the end of indexes, and in the partition of the day. */
function newEventId() {
  let time = '';
  for (let rest = Date.now(); time.length < 10; rest = Math.floor(rest / 32)) time = DIGITS[rest % 32] + time;
  return `evt_${time}${randomBytes(8).toString('hex')}`;
}

/** Facts of the capture-requests service, committed to its outbox in one transaction. */
export async function commitFacts(database, template, organizations, count) {
  const ids = Array.from({ length: count }, newEventId);
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

/** Deliveries recorded as succeeded, of all organizations. */
export async function countRecorded(database) {
  const { rows } = await database.query(
    `SELECT count(*)::int AS n FROM webhooks.delivery WHERE status = 'succeeded'`,
  );
  return rows[0].n;
}
