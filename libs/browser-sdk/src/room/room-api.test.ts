import { afterEach, expect, it, vi } from 'vitest';
import { joinAsGuest, trackApi, type TrackApi } from './room-api.js';

interface Sent {
  url: string;
  body: Record<string, unknown>;
}

/** Answers calls one after the other. */
function answering(...answers: [status: number, body: object][]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push({ url, body: JSON.parse(body) as Record<string, unknown> });
    const [status, answer] = answers[sent.length - 1] ?? [500, {}];
    return Promise.resolve(Response.json(answer, { status }));
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

const room = { baseUrl: 'https://capture.example/', sessionId: 'ses_1', participantToken: 'secret' };
const facts = {
  clientTrackId: 'track',
  takeNumber: 2,
  kind: 'camera' as const,
  contentType: 'video/mp4',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationSec: 3,
  starts: { clockId: 'clock', videoAt: 7 },
};

it('a track completes with its exact start, and without it where the server does not know that', async () => {
  const sent = answering([400, { code: 'invalid_input', field: 'starts' }], [201, { trackId: 'trk_1' }]);
  const done = await trackApi(room, facts).completeTake('trk_1', { parts: [] });
  expect(done).toEqual({ submissionId: 'trk_1' });
  expect(sent.map(({ body }) => body)).toEqual([
    { parts: [], durationSec: 3, starts: facts.starts },
    { parts: [], durationSec: 3 },
  ]);
});

it('a track that is refused for another reason is not completed', async () => {
  const sent = answering([400, { code: 'invalid_input', field: 'parts' }]);
  await expect(trackApi(room, facts).completeTake('trk_1', {})).rejects.toMatchObject({ field: 'parts' });
  expect(sent).toHaveLength(1);
});

it('opening a track says which take it is of, and nothing that only its end knows', async () => {
  const sent = answering([201, { trackId: 'trk_1', partSize: 5 }]);
  expect(await trackApi(room, facts).openTake({})).toEqual({ takeId: 'trk_1', partSize: 5 });
  expect(sent[0]?.url).toBe('https://capture.example/api/v1/rooms/ses_1/tracks');
  expect(Object.keys(sent[0]?.body ?? {}).sort()).toEqual(
    ['clientTrackId', 'contentType', 'kind', 'startedAt', 'takeNumber'].sort(),
  );
});

it('a refusal to enter keeps the service’s own code', async () => {
  answering([409, { code: 'session_full', detail: 'All seats are taken.' }]);
  const joining = joinAsGuest('https://capture.example', { roomCode: 'a', token: 't' }, { displayName: 'G' });
  await expect(joining).rejects.toMatchObject({ serviceCode: 'session_full', status: 409 });
});

it.each<[string, (api: TrackApi) => Promise<unknown>]>([
  ['opening', (api) => api.openTake({})],
  ['asking', (api) => api.takeStatus('trk_1')],
  ['a grant', (api) => api.grantParts('trk_1', [])],
  ['completing', (api) => api.completeTake('trk_1', {})],
])(
  'an answer to %s that is not the service’s, as of a captive portal, counts as no answer',
  async (_what, ask) => {
    for (const page of ['<html>Welcome</html>', '{"welcome":true}', 'null'])
      for (const status of [200, 403, 404]) {
        vi.stubGlobal('fetch', () => Promise.resolve(new Response(page, { status })));
        await expect(ask(trackApi(room, facts))).rejects.toMatchObject({ code: 'network' });
      }
  },
);
