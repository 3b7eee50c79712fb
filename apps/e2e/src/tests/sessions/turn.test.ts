import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TurnServer } from '@capture/testing';
import { launch, patientPage } from '../../harness/browser.js';
import { gatherRelays, talkThroughRelay, type IceServer } from '../../harness/clients/relayed-page.js';
import { RoomParticipant, type JoinedRoom, type OpenedRoom } from '../../harness/clients/room.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { MODE, Product } from '../../harness/processes/product.js';

const SECRET = 'what coturn and the product share in this test';

/** Usually it takes less than a second. */
const ATTEMPT_MS = 20_000;

let turn: TurnServer;
let stranger: TurnServer;
let product: Product;
let fixture: CaptureFixture;
let browser: Browser;
let page: Page;
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
  page = await patientPage(browser);
});
afterAll(async () => {
  await browser.close();
  await fixture.clear();
  await product.remove();
  await Promise.all([turn.stop(), stranger.stop()]);
});

type Joined = JoinedRoom & { live: { iceServers: IceServer[] } };

async function joined(name: string, { joinUrl, session } = room): Promise<Joined> {
  const guest = await RoomParticipant.guest(fixture.api, joinUrl, session.id, name);
  return guest.joined as Joined;
}

/**
 * What two new pages in a new room hear through the relay, and what they hear it by.
 * @throws Error when they hear nothing in time
 */
async function talk(): Promise<{ talks: { heard: string; by: string[] }[]; offerer: Joined }> {
  const opened = await fixture.api.post<OpenedRoom>('/v1/sessions');
  const url = `${product.baseUrl.replace(/^http/, 'ws')}/api/v1/rooms/${opened.session.id}/socket`;
  const [offerer, answerer] = [await joined('Grace', opened), await joined('Ada', opened)];
  const own = [await patientPage(browser), await patientPage(browser)];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the pages heard nothing of each other')), ATTEMPT_MS);
  });
  const heard = own.map((page, index) => {
    const { participantToken: token } = index === 0 ? offerer : answerer;
    return talkThroughRelay(page, { url, token, offers: index === 0 });
  });
  try {
    return { talks: await Promise.race([Promise.all(heard), late]), offerer };
  } finally {
    clearTimeout(timer);
    await Promise.allSettled(own.map((page) => page.close()));
  }
}

it(`two pages that reach each other by a relay alone talk with the credentials of their welcomes (${MODE})`, async () => {
  // Now and then Chromium 150 hears nothing of the relay, or nothing over a channel that is open: other pages then do.
  const { talks, offerer } = await talk().catch(talk).catch(talk).catch(talk).catch(talk);
  expect(talks.map(({ heard }) => heard).sort()).toEqual(['the answerer', 'the offerer']);
  expect(talks.map(({ by }) => by)).toEqual([['relay'], ['relay']]);
  expect(await turn.log()).toContain(offerer.participantId);
});

it(`a server that does not know the secret refuses with 401, and gives no candidate (${MODE})`, async () => {
  const { participantId, live } = await joined('Eve');
  const [server] = live.iceServers;
  expect(server?.username).toMatch(new RegExp(`^\\d{10}:${participantId}$`));
  expect(await gatherRelays(page, live.iceServers)).toEqual({ candidates: ['relay'], errorCodes: [] });
  const refused = await gatherRelays(page, [{ ...server, urls: [stranger.url] }]);
  expect(refused.candidates).toEqual([]);
  expect(refused.errorCodes).toContain(401);
});

it(`a person whose relay refuses their credentials is told so, and is in the room all the same (${MODE})`, async () => {
  const { joinUrl } = await fixture.api.post<OpenedRoom>('/v1/sessions');
  const [graces, adas] = [await newDevice(browser), await newDevice(browser)];
  await graces.addInitScript(() => {
    const { RTCPeerConnection: Plain } = window;
    class Refused extends Plain {
      constructor({ iceServers = [], ...rest }: RTCConfiguration = {}) {
        super({
          ...rest,
          iceServers: iceServers.map((each) => ({ ...each, credential: 'of another secret' })),
        });
      }
    }
    Object.assign(window, { RTCPeerConnection: Refused });
  });
  const [grace, ada] = [
    await RoomPage.guest(graces, joinUrl, 'Grace'),
    await RoomPage.guest(adas, joinUrl, 'Ada'),
  ];
  for (const person of [grace, ada]) await person.enter();
  await grace.notes('The relay for conversations refused this page.');
  await grace.sees('Ada');
});

it(`neither the secret nor a credential is in the log (${MODE})`, async () => {
  const { live } = await joined('Quiet');
  const log = (await product.log()) + product.output;
  expect(log).not.toContain(SECRET);
  expect(log).not.toContain(live.iceServers[0]?.credential);
});
