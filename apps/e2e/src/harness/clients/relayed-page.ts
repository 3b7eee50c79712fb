import type { Page } from 'playwright-core';

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

interface Gathered {
  candidates: string[];
  errorCodes: number[];
}

/** Which candidates a browser finds by these servers when it may use relays alone, and the errors that it meets. */
export function gatherRelays(page: Page, iceServers: IceServer[]): Promise<Gathered> {
  return page.evaluate(async (servers) => {
    const connection = new RTCPeerConnection({ iceServers: servers, iceTransportPolicy: 'relay' });
    const found: Gathered = { candidates: [], errorCodes: [] };
    const complete = new Promise<void>((resolve) => {
      connection.addEventListener(
        'icecandidateerror',
        ({ errorCode }) => void found.errorCodes.push(errorCode),
      );
      connection.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate === null) resolve();
        else if (candidate.type) found.candidates.push(candidate.type);
      });
    });
    connection.createDataChannel('any');
    await connection.setLocalDescription();
    await complete;
    connection.close();
    return found;
  }, iceServers);
}

interface Signalled {
  sdp?: RTCSessionDescriptionInit;
  candidate?: RTCIceCandidateInit;
}

interface RoomAddress {
  url: string;
  token: string;
  /** Of two pages one offers: offers that cross get stuck. */
  offers: boolean;
}

/**
 * Connects this page to the other one in the room by a relay alone, signalling through the room's socket, and returns what
 * the other says over a data channel and the kind of candidate in use.
 */
export function talkThroughRelay(page: Page, address: RoomAddress): Promise<{ heard: string; by: string[] }> {
  return page.evaluate(async ({ url, token, offers }) => {
    interface Message {
      type: string;
      iceServers?: RTCIceServer[];
      event?: string;
      participantId?: string;
      participant?: { participantId: string };
      participants?: { participantId: string; connected: boolean }[];
      from?: string;
      data?: Signalled;
    }
    const socket = new WebSocket(url, ['capture.v1', `bearer.${token}`]);
    const waiting: RTCIceCandidateInit[] = [];
    let connection: RTCPeerConnection | undefined;
    let servers: RTCIceServer[] = [];
    let own: string | undefined;
    let hear: (text: string) => void = () => undefined;
    const heard = new Promise<string>((resolve) => (hear = resolve));

    const listen = (channel: RTCDataChannel, name: string): void => {
      channel.addEventListener('message', (event) => hear(String(event.data)));
      // Again and again: what is sent in the instant in which a channel opens may never be heard (Chromium 150).
      setInterval(() => {
        if (channel.readyState === 'open') channel.send(name);
      }, 100);
    };
    const connect = (to: string): RTCPeerConnection => {
      const made = new RTCPeerConnection({ iceServers: servers, iceTransportPolicy: 'relay' });
      made.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate) send(to, { candidate: candidate.toJSON() });
      });
      made.addEventListener('datachannel', ({ channel }) => listen(channel, 'the answerer'));
      return made;
    };
    const send = (to: string, data: object): void =>
      socket.send(JSON.stringify({ type: 'signal', to, data }));
    const signalled = async (from: string, data: Signalled) => {
      connection ??= connect(from);
      if (data.candidate) {
        if (connection.remoteDescription) await connection.addIceCandidate(data.candidate);
        else waiting.push(data.candidate);
        return;
      }
      await connection.setRemoteDescription(data.sdp as RTCSessionDescriptionInit);
      for (const candidate of waiting.splice(0)) await connection.addIceCandidate(candidate);
      if (data.sdp?.type !== 'offer') return;
      await connection.setLocalDescription();
      send(from, { sdp: connection.localDescription });
    };
    const told = async (message: Message): Promise<void> => {
      if (message.type === 'welcome') {
        own = message.participantId;
        servers = message.iceServers ?? [];
      }
      const { event, participant, participants = [] } = message;
      const there = participants.filter(({ connected }) => connected);
      const come = message.type === 'presence' && event === 'connected' && participant ? [participant] : [];
      const other = [...there, ...come].find(({ participantId }) => participantId !== own)?.participantId;
      if (offers && other !== undefined && !connection) {
        connection = connect(other);
        listen(connection.createDataChannel('talk'), 'the offerer');
        await connection.setLocalDescription();
        send(other, { sdp: connection.localDescription });
      }
      if (message.from !== undefined && message.data) await signalled(message.from, message.data);
    };
    let handled = Promise.resolve();
    socket.addEventListener('message', ({ data }) => {
      handled = handled.then(() => told(JSON.parse(String(data)) as Message));
    });
    const result = await heard;
    const stats: { type: string; candidateType?: string }[] = [];
    (await connection?.getStats())?.forEach((one: { type: string; candidateType?: string }) =>
      stats.push(one),
    );
    const by = stats
      .filter(({ type }) => type === 'local-candidate')
      .map(({ candidateType = '' }) => candidateType);
    return { heard: result, by: [...new Set(by)] };
  }, address);
}
