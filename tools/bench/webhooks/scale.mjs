// What a delivery costs when there are many endpoints, and when a million deliveries wait for their retry: processor time of
// everything, against a thousand endpoints and an empty queue; and what a replay of a million takes. Endpoints are written straight
// into the database.
import { createCipheriv, randomBytes } from 'node:crypto';
import { Product } from '../product.mjs';
import { ratio } from '../statistics.mjs';
import { rangeReplay } from './range-replay.mjs';
import { latestFact, organizationsWith, startReceiver, steadily } from './webhook-load.mjs';
import { sustain } from './sustained.mjs';
import { twoProcesses } from './two-processes.mjs';

const EACH = 10;
const FEW = 100;
const MANY = 2_000;
const SECONDS = 20;
/** Events that wait at each endpoint: a million deliveries. */
const WAITING_EACH = 50;
const AT_ONCE = 100;

const idOf = (prefix) => `${prefix}_0${randomBytes(13).toString('hex').slice(1)}`;

/** As the service seals a signing secret: AES-256-GCM, bound to the endpoint; nonce, tag and ciphertext in base64. */
function sealed(key, endpointId) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(endpointId));
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** Organizations with ten proven endpoints each. */
async function withEndpoints(database, key, count, url) {
  const organizations = Array.from({ length: count }, () => ({ id: idOf('org') }));
  for (let from = 0; from < count; from += AT_ONCE) {
    const owners = organizations.slice(from, from + AT_ONCE).flatMap(({ id }) => Array(EACH).fill(id));
    const ids = owners.map(() => idOf('whe'));
    await database.query(
      `INSERT INTO webhooks.endpoint (id, organization_id, url, events, status, created_at, prompt_streak)
       SELECT id, owner, $3, '{*}', 'enabled', now(), 3 FROM unnest($1::text[], $2::text[]) AS made(id, owner)`,
      [ids, owners, url],
    );
    await database.query(
      `INSERT INTO webhooks.secret (endpoint_id, sealed, created_at)
       SELECT id, sealed, now() FROM unnest($1::text[], $2::text[]) AS made(id, sealed)`,
      [ids, ids.map((id) => sealed(key, id))],
    );
  }
  return organizations;
}

/** Deliveries of these organizations that wait for a retry in some hours. */
async function letWait(database, organizations) {
  for (let from = 0; from < organizations.length; from += AT_ONCE) {
    const owners = organizations.slice(from, from + AT_ONCE).map(({ id }) => id);
    await database.query(
      `WITH logged AS (
         INSERT INTO webhooks.event (id, organization_id, type, body, occurred_at, created_at)
         SELECT owner || '_' || number, owner, 'capture_request.created', '{}', now(), now()
         FROM unnest($1::text[]) AS owner CROSS JOIN generate_series(1, $2) AS number RETURNING id, organization_id
       ), made AS (
         INSERT INTO webhooks.delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT logged.id || '_' || e.id, e.id, e.organization_id, logged.id, 'capture_request.created', 'pending', 3, now()
         FROM logged JOIN webhooks.endpoint e ON e.organization_id = logged.organization_id
         RETURNING id, endpoint_id, organization_id
       )
       INSERT INTO webhooks.queue_item (delivery_id, endpoint_id, organization_id, due_at, step)
       SELECT id, endpoint_id, organization_id, now() + interval '12 hours' + random() * interval '12 hours', 3 FROM made`,
      [owners, WAITING_EACH],
    );
  }
}

async function ofOneProcess(progress) {
  const receiver = await startReceiver();
  const product = await Product.start();
  try {
    const [one] = await organizationsWith(product, 1, receiver.url);
    await steadily(product, [one], receiver, { ratePerSec: 5, seconds: 2 });
    const database = await product.database();
    const key = Buffer.from((await product.secrets()).webhookSecretKey, 'base64');
    const template = await latestFact(database);
    const measure = async (organizations, what) => {
      const context = { database, template, organizations, receiver, endpointsEach: EACH };
      await sustain(context, SECONDS / 4);
      const { perSec, cpu } = await sustain(context, SECONDS);
      progress(`${what}: ${Math.round(perSec)}/s, ${cpu.toFixed(2)} s a 1,000`);
      return cpu;
    };
    const few = await measure(await withEndpoints(database, key, FEW, receiver.url), '1,000 endpoints');
    const organizations = await withEndpoints(database, key, MANY, receiver.url);
    const many = await measure(organizations, '20,000 endpoints');
    progress('a million deliveries are queued for later');
    await letWait(database, organizations);
    const waiting = await measure(organizations, 'beside a million waiting');
    const row = (what, ours, peer, names) => ({
      what: `processor time of 1,000 webhook deliveries, ${what}`,
      ours: `${ours.toFixed(2)} s`,
      peer: `${names} ${peer.toFixed(2)} s`,
      ratio: ratio(ours, peer),
      goal: '≤ 1.5',
      runs: 1,
    });
    return [
      row('20,000 endpoints', many, few, '1,000 endpoints'),
      row('1,000,000 waiting', waiting, many, 'none waiting'),
      ...(await rangeReplay(product, progress)),
    ];
  } finally {
    receiver.close();
    await product.remove();
  }
}

export async function webhooksScale(progress) {
  return [...(await ofOneProcess(progress)), await twoProcesses(progress)];
}
