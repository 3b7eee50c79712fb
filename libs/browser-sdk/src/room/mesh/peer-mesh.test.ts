import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PeerMesh } from './peer-mesh.js';

/** As much of a connection as its two descriptions: it is connected once it has both. */
class FakeConnection {
  connectionState = 'new';
  localDescription: { type: string; sdp: string; toJSON: () => object } | null = null;
  remoteDescription: { type: string } | null = null;
  readonly #transceivers: object[] = [];

  addTransceiver(): void {
    const sender = { replaceTrack: () => Promise.resolve(), getParameters: () => ({ encodings: [] }) };
    this.#transceivers.push({ sender });
  }
  getTransceivers = (): object[] => this.#transceivers;
  createOffer = (): Promise<object> => Promise.resolve({ type: 'offer' });

  setLocalDescription({ type }: { type: string } = { type: 'answer' }): Promise<void> {
    this.localDescription = { type, sdp: '', toJSON: () => ({ type }) };
    return this.#settle();
  }
  setRemoteDescription(description: { type: string }): Promise<void> {
    this.remoteDescription = description;
    return this.#settle();
  }
  close(): void {
    this.connectionState = 'closed';
  }

  #settle(): Promise<void> {
    if (this.localDescription && this.remoteDescription) this.connectionState = 'connected';
    return Promise.resolve();
  }
}

type Message = [from: string, data: object];

/** What was said to each and has not arrived yet. */
let underway: Map<string, Message[]>;
let meshes: Map<string, PeerMesh>;

function enter(me: string): PeerMesh {
  const mesh = new PeerMesh({
    me: () => me,
    configuration: () => ({}),
    media: () => ({ audio: null, camera: null, screen: null }),
    send: (to, data) => void underway.get(to)?.push([me, data]),
    onChange: () => undefined,
    onProblem: () => undefined,
  });
  meshes.set(me, mesh);
  underway.set(me, []);
  return mesh;
}

/** Delivers what is underway, until nobody says anything more. */
async function delivered(): Promise<void> {
  for (let silent = 0; silent < 5; silent += 1) {
    for (const [to, messages] of underway) {
      const next = messages.shift();
      if (!next) continue;
      silent = 0;
      meshes.get(to)?.receive(...next);
    }
    await vi.advanceTimersByTimeAsync(1);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  vi.stubGlobal('MediaStream', class {});
  underway = new Map();
  meshes = new Map();
});
afterEach(() => {
  for (const mesh of meshes.values()) mesh.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('two who offer in the same instant keep one of both offers, also when a greeting was faster than the offers', async () => {
  const [ada, grace] = [enter('ada'), enter('grace')];
  ada.arrived('grace');
  grace.arrived('ada');
  // By another process than the offers, which wait for the devices.
  ada.greet(['grace']);
  grace.greet(['ada']);
  await delivered();
  expect(ada.link('grace')?.isConnected).toBe(true);
  expect(grace.link('ada')?.id).toBe(ada.link('grace')?.id);
  expect(grace.link('ada')?.isConnected).toBe(true);
});

it('who was there already offers to whoever comes, and to the page that comes in its place', async () => {
  const ada = enter('ada');
  enter('grace').greet(['ada']);
  ada.arrived('grace');
  await delivered();
  const first = ada.link('grace');
  expect(first?.isConnected).toBe(true);
  enter('grace').greet(['ada']);
  await delivered();
  expect(ada.link('grace')).not.toBe(first);
  expect(ada.link('grace')?.isConnected).toBe(true);
});
