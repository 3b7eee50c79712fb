// Lists of large organizations as they are opened, and their depth: the last of 40,000 pages of one request's submissions against its first.
import { opening } from './opening.mjs';
import { Product } from './product.mjs';
import { median, ratio } from './statistics.mjs';

const ROWS = 1_000_000;
const PAGE = 25;
const WARM_UP = 100;
const READS = 500;

async function fill(product, organizationId, captureRequestId) {
  const database = await product.database();
  // Ids of the right form that sort by number: decimal digits are part of their alphabet.
  await database.query(
    `INSERT INTO capture_requests.submission
       (id, organization_id, capture_request_id, person, display_name, duration_sec, via_open_link, created_at)
     SELECT 'sub_' || lpad(n::text, 26, '0'), $1, $2, 'bench ' || n, 'Ada', 60, true, now()
     FROM generate_series(1, ${ROWS}) AS n`,
    [organizationId, captureRequestId],
  );
  await database.query('VACUUM ANALYZE capture_requests.submission');
}

const idOf = (number) => `sub_${String(number).padStart(26, '0')}`;

/** Milliseconds of one read. @throws when it is not the page that was meant */
async function timed(product, key, { path, ends }) {
  const started = performance.now();
  const { data } = await product.call('GET', path, key);
  const took = performance.now() - started;
  if (data.length !== PAGE || data.at(-1).id !== ends) throw new Error('that is another page');
  return took;
}

export async function lists(progress) {
  const product = await Product.start();
  try {
    const opened = await opening(product, progress);
    const { id: organizationId, key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
    const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
    progress(`inserting ${ROWS} submissions`);
    await fill(product, organizationId, id);
    const path = `/api/v1/capture-requests/${id}/submissions?limit=${PAGE}`;
    const pages = {
      last: { path: `${path}&cursor=${idOf(PAGE + 1)}`, ends: idOf(1), times: [] },
      first: { path, ends: idOf(ROWS - PAGE + 1), times: [] },
    };
    progress(`reading both pages ${READS} times in turns`);
    for (let read = -WARM_UP; read < READS; read += 1) {
      for (const page of Object.values(pages)) {
        const took = await timed(product, key, page);
        if (read >= 0) page.times.push(took);
      }
    }
    const [last, first] = [median(pages.last.times), median(pages.first.times)];
    return [
      ...opened,
      {
        what: 'page 40,000 of 1,000,000 submissions',
        ours: `${last.toFixed(2)} ms`,
        peer: `page 1 ${first.toFixed(2)} ms`,
        ratio: ratio(last, first),
        goal: '≤ 1.3',
        runs: READS,
      },
    ];
  } finally {
    await product.remove();
  }
}
