import {
  CHANGE_NOTICES,
  createEvent,
  newId,
  SessionOpened,
  SignInEnded,
  MemberRemoved,
  type MemberPrincipal,
} from '@capture/contracts';
import { InProcessBus } from '@capture/messaging';
import type { Metrics } from '@capture/platform';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChangeStreams } from '../../src/route-groups/console/change-streams.js';
import { startGateway, type Harness } from '../fixtures/gateway.js';

const PATH = '/console/api/changes';
/** As `ping` has no class: pages are told of it never. */
const disabled = (organizationId: string) => ({
  ...createEvent(SessionOpened, organizationId, { sessionId: newId('session') }),
  type: 'webhook_endpoint.disabled',
  data: { endpointId: 'whe_1', reason: 'gone' },
});

let harness: Harness;

beforeAll(async () => {
  harness = await startGateway(() => undefined);
});
afterAll(() => harness.close());

/** What a page reads of its stream. */
class Page {
  text = '';
  ended = false;
  private readonly controller = new AbortController();

  constructor(readonly response: Response) {}

  static async open(token: string, url = harness.url, query = ''): Promise<Page> {
    const controller = new AbortController();
    const response = await fetch(url + PATH + query, {
      headers: { cookie: `__Host-capture=${token}` },
      signal: controller.signal,
    });
    const page = new Page(response);
    page.controller.signal.addEventListener('abort', () => controller.abort());
    void page.read();
    return page;
  }

  get changes(): string[] {
    return [...this.text.matchAll(/^event: change\ndata: (.*)$/gm)].map(
      ([, data = '']) => (JSON.parse(data) as { type: string }).type,
    );
  }

  close(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) this.text += decoder.decode(chunk as Uint8Array);
    } catch {
      // Closed by this page.
    }
    this.ended = true;
  }
}

const opened = (organizationId: string) =>
  createEvent(SessionOpened, organizationId, { sessionId: newId('session') });

describe('the stream of changes', () => {
  it('tells members of their own organization what their role may read, by type and ids alone', async () => {
    const { token, principal } = harness.accounts.signIn({ role: 'viewer' });
    const { organizationId } = principal;
    const viewer = await Page.open(token);
    const admin = await Page.open(harness.accounts.signIn({ organizationId, role: 'admin' }).token);
    const stranger = await Page.open(harness.accounts.signIn({ role: 'owner' }).token);
    expect(viewer.response.headers.get('content-type')).toBe('text/event-stream');
    expect(viewer.response.headers.get('cache-control')).toBe('no-store');
    const event = opened(organizationId);
    await harness.bus.publish(disabled(organizationId));
    await harness.bus.publish(event);
    await until('both to be told', () => viewer.changes.length > 0 && admin.changes.length > 1);
    expect(viewer.changes).toEqual(['session.opened']);
    expect(admin.changes).toEqual(['webhook_endpoint.disabled', 'session.opened']);
    expect(viewer.text).toContain(
      `event: change\ndata: ${JSON.stringify({ type: 'session.opened', ids: { sessionId: event.data.sessionId } })}\n\n`,
    );
    expect(admin.text).not.toContain('gone');
    expect(stranger.changes).toEqual([]);
    for (const page of [viewer, admin, stranger]) page.close();
  });

  it('tells of what is no event as well, to the roles that may see it and in their organization alone', async () => {
    const { token, principal } = harness.accounts.signIn({ role: 'viewer' });
    const { organizationId } = principal;
    const viewer = await Page.open(token);
    const admin = await Page.open(harness.accounts.signIn({ organizationId, role: 'admin' }).token);
    const stranger = await Page.open(harness.accounts.signIn({ role: 'owner' }).token);
    const types = ['webhook_delivery.changed', 'erasure.changed', 'session.take_changed'];
    for (const type of types) harness.bus.broadcast(CHANGE_NOTICES, { organizationId, type, ids: {} });
    await until('both to be told', () => viewer.changes.length > 0 && admin.changes.length > 2);
    expect(viewer.changes).toEqual(['session.take_changed']);
    expect(admin.changes).toEqual(types);
    expect(stranger.changes).toEqual([]);
    for (const page of [viewer, admin, stranger]) page.close();
  });

  it('tells a page that asks for it of what was heard just before, by the same rules, and for how long that is all', async () => {
    const { token, principal } = harness.accounts.signIn({ role: 'viewer' });
    const { organizationId } = principal;
    await harness.bus.publish(opened(organizationId));
    await harness.bus.publish(disabled(organizationId));
    await harness.bus.publish(opened(newId('organization')));
    const page = await Page.open(token, harness.url, '?recent=true');
    await harness.bus.publish({ ...opened(organizationId), type: 'session.ended' });
    await until('both', () => page.changes.length === 2);
    expect(page.changes).toEqual(['session.opened', 'session.ended']);
    expect(page.text).toMatch(/^retry: \d+\n\nevent: recent\ndata: {"ms":\d+}\n\nevent: change\n/);
    const plain = await Page.open(token);
    await harness.bus.publish(opened(organizationId));
    await until('one', () => plain.changes.length > 0);
    expect([plain.changes, plain.text.includes('recent')]).toEqual([['session.opened'], false]);
    for (const open of [page, plain]) open.close();
  });

  it('ends when the sign-in ends and when the member is removed, and those of others go on', async () => {
    const organizationId = newId('organization');
    const people = [1, 2, 3].map(() => harness.accounts.signIn({ organizationId }));
    const [one, two, three] = await Promise.all(people.map(({ token }) => Page.open(token)));
    const [first, second] = people.map(({ principal }) => principal);
    if (!one || !two || !three || !first || !second) throw new Error('three people');
    const { memberId, signInId } = first;
    await harness.bus.publish(createEvent(SignInEnded, organizationId, { memberId, signInId }));
    await until('the first to end', () => one.ended);
    expect([two.ended, three.ended]).toEqual([false, false]);
    await harness.bus.publish(createEvent(MemberRemoved, organizationId, { memberId: second.memberId }));
    await until('the second to end', () => two.ended);
    await harness.bus.publish(opened(organizationId));
    await until('the third to be told', () => three.changes.length > 0);
    expect(one.changes).toEqual([]);
    three.close();
  });

  it('is refused without a sign-in, and to a member who has six; another one may follow when one is closed', async () => {
    expect((await Page.open('nobody')).response.status).toBe(401);
    const { token } = harness.accounts.signIn();
    const pages = await Promise.all(Array.from({ length: 6 }, () => Page.open(token)));
    expect((await Page.open(token)).response.status).toBe(429);
    pages[0]?.close();
    await until('another to be admitted', async () => {
      const page = await Page.open(token);
      pages.push(page);
      return page.response.status === 200;
    });
    for (const page of pages) page.close();
  });

  it('does not hold up the end of the process', async () => {
    const other = await startGateway(() => undefined);
    const page = await Page.open(other.accounts.signIn().token, other.url);
    const closed = other.close();
    await until('the stream to end', () => page.ended);
    await closed;
  });
});

it('a sign-in whose end was never told ends its stream with the next question about it', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const streams = new ChangeStreams(new InProcessBus(), { gauges: () => undefined } as unknown as Metrics);
  return endsByItself(streams).finally(() => vi.useRealTimers());
});

async function endsByItself(streams: ChangeStreams): Promise<void> {
  streams.onModuleInit();
  let isSignedIn = true;
  const member = { organizationId: 'org', memberId: 'mem', signInId: 'one' } as MemberPrincipal;
  const body = streams.open(member, false, () => Promise.resolve(isSignedIn));
  body.resume();
  vi.advanceTimersByTime(60_000);
  await Promise.resolve();
  expect(body.readableEnded).toBe(false);
  isSignedIn = false;
  vi.advanceTimersByTime(60_000);
  await until('the stream to end', () => body.readableEnded);
  streams.beforeApplicationShutdown();
}
