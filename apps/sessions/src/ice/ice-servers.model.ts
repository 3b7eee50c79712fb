import { createHmac } from 'node:crypto';
import type { IceServer } from '../messages/ice-server.js';

/** Servers as they are set up, and how their credentials are made. */
export interface IceSettings {
  /** `stun:` and `turn:` addresses; those of TURN with `user:password@`, percent-encoded, where they have one. */
  urls: readonly string[];
  /** What TURN servers share with us; undefined where they share nothing. */
  secret: string | undefined;
  ttlSec: number;
}

const TURN = /^turns?:/;
const WITH_CREDENTIALS = /^(turns?:)([^:@]+):([^@]+)@(.+)$/;

/**
 * What a browser of this participant takes. Credentials by the shared secret hold for some time, and say whose they are
 * (the REST scheme of coturn: draft-uberti-behave-turn-rest-00).
 */
export function iceServersFor(
  { urls, secret, ttlSec }: IceSettings,
  participantId: string,
  now: Date,
): IceServer[] {
  const stun = urls.filter((url) => !TURN.test(url));
  const own = urls.flatMap((url) => ownCredentials(url) ?? []);
  const shared = urls.filter((url) => TURN.test(url) && !WITH_CREDENTIALS.test(url));
  const servers: IceServer[] = stun.length === 0 ? [] : [{ urls: stun }];
  if (shared.length > 0 && secret !== undefined) {
    const username = `${Math.ceil(now.getTime() / 1000) + ttlSec}:${participantId}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    servers.push({ urls: shared, username, credential });
  }
  return [...servers, ...own];
}

/** TURN servers without credentials, which no browser takes. */
export function unusable({ urls, secret }: Pick<IceSettings, 'urls' | 'secret'>): string[] {
  return secret === undefined ? urls.filter((url) => TURN.test(url) && !WITH_CREDENTIALS.test(url)) : [];
}

function ownCredentials(url: string): IceServer | undefined {
  const [, scheme, username, credential, rest] = WITH_CREDENTIALS.exec(url) ?? [];
  if (scheme === undefined || username === undefined || credential === undefined) return undefined;
  return {
    urls: [`${scheme}${rest}`],
    username: decodeURIComponent(username),
    credential: decodeURIComponent(credential),
  };
}
