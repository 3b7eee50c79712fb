import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { erasureKeys } from '../erasures/erasures-api.js';
import { eventKeys } from '../events/events-api.js';
import { recordingKeys } from '../recordings/recordings-api.js';
import { requestKeys } from '../requests/requests-api.js';
import { webhookKeys } from '../webhooks/webhooks-api.js';
import { concernedBy, readChange } from './changes.model.js';

const KEPT = [
  requestKeys.list({ title: 'a' }),
  requestKeys.one('crq_1'),
  requestKeys.submissions('crq_1'),
  requestKeys.one('crq_2'),
  recordingKeys.one('rec_1'),
  recordingKeys.names('rec_1'),
  eventKeys.list('session.ended'),
  recordingKeys.poster('rec_1'),
  webhookKeys.one('whe_1'),
  webhookKeys.listed('whe_1', 'failed'),
  webhookKeys.delivery('whe_1', 'dlv_1'),
  webhookKeys.counts('whe_1', 'day'),
  webhookKeys.listed('whe_2', undefined),
  erasureKeys.list,
];

/** Which kept answers are read anew. */
async function readAnew(type: string, ids: Record<string, string>): Promise<readonly unknown[]> {
  const client = new QueryClient();
  for (const key of KEPT) client.setQueryData(key, 'kept');
  for (const filters of concernedBy({ type, ids })) await client.invalidateQueries(filters);
  return KEPT.filter((key) => client.getQueryState(key)?.isInvalidated);
}

describe('a change', () => {
  it('concerns the lists it may stand in and its own object, not those beside it', async () => {
    expect(await readAnew('capture_request.submission_received', { captureRequestId: 'crq_1' })).toEqual(
      [0, 1, 2, 6].map((index) => KEPT[index]),
    );
  });

  it('of a recording leaves what is playing as it is', async () => {
    const ids = { recordingId: 'rec_1', captureRequestId: 'crq_2' };
    expect(await readAnew('recording.track_available', ids)).toEqual(
      [3, 4, 6, 7].map((index) => KEPT[index]),
    );
  });

  it('of deliveries concerns those of the endpoint, and not the sums, which are many rows', async () => {
    const concerned = await readAnew('webhook_delivery.changed', { endpointId: 'whe_1' });
    expect(concerned).toEqual([9, 10].map((index) => KEPT[index]));
    expect(await readAnew('erasure.changed', { erasureId: 'era_1' })).toEqual([erasureKeys.list]);
  });

  it('of a type that the page does not know concerns nothing', () => {
    for (const type of ['invoice.paid', 'constructor.x', ''])
      expect(concernedBy({ type, ids: {} })).toEqual([]);
    for (const text of ['', '<html>', 'null', '{}', '{"type":1,"ids":{}}'])
      expect(readChange(text)).toBeNull();
  });
});
