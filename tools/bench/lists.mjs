// Depth of a list: the last of 40,000 pages of one request's submissions against its first.
import { Product } from './product.mjs';
import { inTurns, median, ratio } from './statistics.mjs';

const ROWS = 1_000_000;
const PAGE = 25;
const ROUNDS = 12;
const READS = 40;

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

export async function lists(progress) {
  const product = await Product.start();
  try {
    const { id: organizationId, key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
    const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
    progress(`inserting ${ROWS} submissions`);
    await fill(product, organizationId, id);
    const path = `/api/v1/capture-requests/${id}/submissions?limit=${PAGE}`;
    const deep = `${path}&cursor=sub_${String(PAGE + 1).padStart(26, '0')}`;
    const timed = (page, last) => async () => {
      const times = [];
      for (let read = 0; read < READS; read += 1) {
        const started = performance.now();
        const { data } = await product.call('GET', page, key);
        times.push(performance.now() - started);
        if (data.length !== PAGE || data.at(-1).id !== last) throw new Error('that is another page');
      }
      return median(times);
    };
    const idOf = (number) => `sub_${String(number).padStart(26, '0')}`;
    const contenders = { 'page 40,000': timed(deep, idOf(1)), 'page 1': timed(path, idOf(ROWS - PAGE + 1)) };
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} ms`));
    const [last, first] = [median(figures['page 40,000']), median(figures['page 1'])];
    return [
      {
        what: 'page 40,000 of 1,000,000 submissions',
        ours: `${last.toFixed(2)} ms`,
        peer: `page 1 ${first.toFixed(2)} ms`,
        ratio: ratio(last, first),
        goal: '≤ 1.3',
        runs: `${ROUNDS} × ${READS}`,
      },
    ];
  } finally {
    await product.remove();
  }
}
