import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TurnServer } from '@capture/testing';
import { launch } from '../../harness/browser.js';
import { gatherRelays, talkThroughRelay, type IceServer } from '../../harness/clients/relayed-page.js';
import { RoomParticipant, type JoinedRoom, type OpenedRoom } from '../../harness/clients/room.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';

const SECRET = 'what coturn and the product share in this test';

let turn: TurnServer;
let stranger: TurnServer;
let product: Product;
let fixture: CaptureFixture;
let browser: Browser;
let pages: [Page, Page];
let room: OpenedRoom;

beforeAll(async () => {
  [turn, stranger, browser] = await Promise.all([
    TurnServer.start(SECRET),
    TurnServer.start('another secret, which the product does not know'),
    launch(),
  ]);
  product = await Product.start({ CAPTURE_ICE_SERVERS: turn.url, CAPTURE_TURN_SECRET: SECRET });
  fixture = await CaptureFixture.create(product.credentials);
  room = await fixture.api.post<OpenedRoom>('/v1/sessions');
  pages = [await browser.newPage(), await browser.newPage()];
});
afterAll(async () => {
  await browser.close();
  await fixture.clear();
  await product.remove();
  await Promise.all([turn.stop(), stranger.stop()]);
});

async function joined(name: string): Promise<JoinedRoom & { live: { iceServers: IceServer[] } }> {
  const guest = await RoomParticipant.guest(fixture.api, room.joinUrl, room.session.id, name);
  return guest.joined as JoinedRoom & { live: { iceServers: IceServer[] } };
}

it(`two pages that reach each other by a relay alone talk with the credentials of their welcomes (${MODE})`, async () => {
  const url = `${product.baseUrl.replace(/^http/, 'ws')}/api/v1/rooms/${room.session.id}/socket`;
  const [grace, ada] = [await joined('Grace'), await joined('Ada')];
  const talks = [grace, ada].map(({ participantToken: token }, index) =>
    talkThroughRelay(pages[index === 0 ? 0 : 1], { url, token, offers: index === 0 }),
  );
  const [one, other] = await Promise.all(talks);
  expect([one?.heard, other?.heard].sort()).toEqual(['the answerer', 'the offerer']);
  expect([one?.by, other?.by]).toEqual([['relay'], ['relay']]);
  expect(await turn.log()).toContain(grace.participantId);
});

it(`a server that does not know the secret refuses with 401, and gives no candidate (${MODE})`, async () => {
  const { participantId, live } = await joined('Eve');
  const [server] = live.iceServers;
  expect(server?.username).toMatch(new RegExp(`^\\d{10}:${participantId}$`));
  expect(await gatherRelays(pages[0], live.iceServers)).toEqual({ candidates: ['relay'], errorCodes: [] });
  const refused = await gatherRelays(pages[0], [{ ...server, urls: [stranger.url] }]);
  expect(refused.candidates).toEqual([]);
  expect(refused.errorCodes).toContain(401);
});

it(`neither the secret nor a credential is in the log (${MODE})`, async () => {
  const { live } = await joined('Quiet');
  const log = (await product.log()) + product.output;
  expect(log).not.toContain(SECRET);
  expect(log).not.toContain(live.iceServers[0]?.credential);
});
