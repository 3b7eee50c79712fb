/** What travels between the pages of a room, as both ends of each connection count it. */
import { until } from '@capture/testing';
import type { BrowserContext, Page } from 'playwright-core';

/** So many more pictures are a picture that moves. */
const MOVING = 10;
const TIMEOUT_MS = 120_000;

interface Carried {
  pictures: number;
  voiceBytes: number;
}

interface End {
  /** The same at both ends of a connection. */
  link: string;
  sent: Carried;
  received: Carried;
}

/** Has the pages of a context remember their connections. */
export async function noteLinks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const links: RTCPeerConnection[] = [];
    const { RTCPeerConnection: Plain } = window;
    class Noted extends Plain {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        links.push(this);
      }
    }
    Object.assign(window, { links, RTCPeerConnection: Noted });
  });
}

/** Resolves once pictures and voices have moved on in both directions of a connection between any two of the pages. */
export async function everybodyTalks(pages: readonly Page[]): Promise<void> {
  const before = new Map((await endsOf(pages)).map((end) => [keyOf(end), end]));
  const pairs = (pages.length * (pages.length - 1)) / 2;
  await until(
    'pictures and voices between all pages',
    async () => {
      const ends = await endsOf(pages);
      const moving = ends.filter((end) => hasMoved(end, before.get(keyOf(end))));
      const links = Map.groupBy(moving, ({ link }) => link);
      const whole = [...links.values()].filter(({ length }) => length === 2);
      if (whole.length < pairs) throw new Error(JSON.stringify(ends));
      return true;
    },
    TIMEOUT_MS,
    250,
  );
}

function hasMoved(now: End, before: End | undefined): boolean {
  return (['sent', 'received'] as const).every((way) => {
    const pictures = now[way].pictures - (before?.[way].pictures ?? 0);
    return pictures >= MOVING && now[way].voiceBytes > (before?.[way].voiceBytes ?? 0);
  });
}

type PageEnd = End & { page: number };

const keyOf = ({ page, link }: PageEnd): string => `${page} ${link}`;

async function endsOf(pages: readonly Page[]): Promise<PageEnd[]> {
  const ends = await Promise.all(pages.map((page) => page.evaluate(countEnds)));
  return ends.flatMap((found, page) => found.map((end) => ({ ...end, page })));
}

/** Runs in the page: nothing from outside is in its reach. */
async function countEnds(): Promise<End[]> {
  const { links } = window as unknown as { links: RTCPeerConnection[] };
  const open = links.filter(({ connectionState }) => connectionState === 'connected');
  return Promise.all(
    open.map(async (link) => {
      const key = (description: RTCSessionDescription | null): string =>
        /a=fingerprint:(\S+ \S+)/.exec(description?.sdp ?? '')?.[1] ?? '';
      const sent = { pictures: 0, voiceBytes: 0 };
      const received = { pictures: 0, voiceBytes: 0 };
      type Counted = { type: string; kind?: string } & Record<string, number>;
      (await link.getStats()).forEach((one: Counted) => {
        if (one.type === 'outbound-rtp') {
          if (one.kind === 'audio') sent.voiceBytes += one['bytesSent'] ?? 0;
          else sent.pictures += one['framesSent'] ?? 0;
        }
        if (one.type === 'inbound-rtp') {
          if (one.kind === 'audio') received.voiceBytes += one['bytesReceived'] ?? 0;
          else received.pictures += one['framesDecoded'] ?? 0;
        }
      });
      const ends = [key(link.localDescription), key(link.remoteDescription)].sort();
      return { link: ends.join(), sent, received };
    }),
  );
}
