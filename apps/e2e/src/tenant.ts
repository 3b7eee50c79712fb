import { randomUUID } from 'node:crypto';
import { Api } from './api.js';
import { KeyRing } from './key-ring.js';
import type { Operator } from './operator.js';
import { accessOf, Respondent } from './respondent.js';

const IDS =
  /\b(?:crq|cnt|cmp|sub|tke|ses|ptc|rec|trk|upl|whe|evt|dlv|key|org|mem)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;
const LINKS = /https?:\/\/[^"\s]+\/[ro]\/[^"\s]+\?k=[^"\s]+/g;
/** Newly made objects that are remembered per kind; older ones make room. */
const REMEMBERED = 60;

const idsIn = (text: string): string[] => [...new Set(text.match(IDS) ?? [])];

/** An organization with objects of every kind, which remembers what it is told about them. */
export class Tenant {
  readonly keys: KeyRing;
  /** Every id that an answer to this organization has named. */
  readonly seen = new Set<string>();
  /** Link keys and tokens, by the id of what they open. */
  readonly tokens = new Map<string, string>();
  private readonly anchors = new Map<string, string[]>();
  private readonly made = new Map<string, string[]>();
  private readonly parents = new Map<string, string>();
  private settled = false;

  private constructor(
    readonly organizationId: string,
    private readonly api: Api,
    operator: Operator,
  ) {
    // Every tenth key is one for tests: what it refuses has to fit the contract as well.
    this.keys = new KeyRing(operator, organizationId, 10);
  }

  /** `receiver`: where the organization's webhooks go; `clip`: the bytes of its one submission. */
  static async settle(
    baseUrl: string,
    operator: Operator,
    { name, receiver, clip, contacts }: { name: string; receiver: string; clip: Buffer; contacts: number },
  ): Promise<Tenant> {
    const organizationId = await operator.organization('platform', name);
    const { key } = await operator.key(organizationId);
    const tenant = new Tenant(organizationId, new Api(baseUrl, key), operator);
    tenant.seen.add(organizationId);
    await tenant.build(receiver, clip, contacts);
    tenant.settled = true;
    return tenant;
  }

  /** An object of that kind; those that were there from the start only where nothing will be done to them. */
  pick(prefix: string, index: number, disposable = false): string | undefined {
    const made = this.made.get(prefix) ?? [];
    const pool = disposable ? made : [...(this.anchors.get(prefix) ?? []), ...made];
    return pool[index % Math.max(pool.length, 1)];
  }

  /** A link key or token that works, but opens something else than `id`. */
  tokenBesides(id: string): string | undefined {
    return [...this.tokens.values()].find((token) => token !== this.tokens.get(id));
  }

  parentOf(id: string): string | undefined {
    return this.parents.get(id);
  }

  /** The object is no more. */
  forget(id: string): void {
    const prefix = id.slice(0, 3);
    this.made.set(
      prefix,
      (this.made.get(prefix) ?? []).filter((made) => made !== id),
    );
  }

  /** Remembers the ids and links in an answer that was given below `parent` to the bearer of `token`. */
  learn(text: string, parent?: string, token?: string): void {
    for (const id of idsIn(text)) {
      const prefix = id.slice(0, 3);
      if (this.seen.has(id)) continue;
      this.seen.add(id);
      if (parent !== undefined) this.parents.set(id, parent);
      if (token !== undefined && prefix === 'tke') this.tokens.set(id, token);
      this.remember(prefix, id);
    }
    for (const link of text.match(LINKS) ?? []) {
      const access = accessOf(link);
      this.tokens.set(access.id, access.key);
    }
    this.learnRoom(text);
  }

  /** A room is joined by its code with an invite; what is uploaded below a session takes a participant's token. */
  private learnRoom(text: string): void {
    const member = (name: string): string | undefined => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1];
    const [code, invite, participant] = [
      member('roomCode'),
      member('inviteToken'),
      member('participantToken'),
    ];
    const session = idsIn(text).find((id) => id.startsWith('ses_'));
    if (code !== undefined && invite !== undefined) {
      this.tokens.set(code, invite);
      this.remember('room', code);
    }
    if (participant !== undefined && session !== undefined) this.tokens.set(session, participant);
  }

  private remember(prefix: string, id: string): void {
    const pool = this.settled ? this.made : this.anchors;
    const ids = [...(pool.get(prefix) ?? []), id];
    pool.set(prefix, this.settled ? ids.slice(-REMEMBERED) : ids);
  }

  /** What the organization reads of itself, for telling whether anything was done to it. */
  async snapshot(): Promise<Record<string, unknown>> {
    const paths = ['capture-requests', 'sessions', 'recordings', 'webhook-endpoints'].map(
      (name) => `/v1/${name}`,
    );
    const [request = ''] = this.anchors.get('crq') ?? [];
    const all = [
      ...paths,
      `/v1/capture-requests/${request}/contacts`,
      `/v1/capture-requests/${request}/submissions`,
    ];
    const bodies = await Promise.all(all.map((path) => this.api.get(`${path}?limit=100`)));
    return Object.fromEntries(all.map((path, index) => [path, bodies[index]]));
  }

  private async build(receiver: string, clip: Buffer, contacts: number): Promise<void> {
    await this.make('/v1/webhook-endpoints', { url: receiver, events: ['*'] });
    const request = await this.make('/v1/capture-requests', {
      title: 'Anchor',
      prompt: 'Why?',
      status: 'active',
      openLink: true,
    });
    // Several, so that the calls of respondents spread over the budgets of their links.
    for (const required of [true, false, false, false, false, false])
      await this.make('/v1/capture-requests', {
        title: 'With a release',
        prompt: 'Why?',
        status: 'active',
        release: { required, text: 'You may.' },
        openLink: true,
      });
    await this.make('/v1/capture-requests', { title: 'Draft', prompt: 'Why?' });
    const roster = Array.from({ length: contacts }, () => ({
      email: `${randomUUID()}@example.org`,
      name: 'Ada',
    }));
    await this.make(`/v1/capture-requests/${request}/contacts`, { contacts: roster }, request);
    await this.make('/v1/sessions', undefined);
    const link = this.pick('cnt', 0) ?? '';
    const respondent = new Respondent(this.api, {
      kind: 'contacts',
      id: link,
      key: this.tokens.get(link) ?? '',
    });
    await respondent.submit({ bytes: clip, durationSec: 1 });
    const endpoint = this.pick('whe', 0) ?? '';
    await this.read(`/v1/capture-requests/${request}/submissions`, request);
    await this.read('/v1/recordings');
    await this.read('/v1/events');
    await this.read(`/v1/webhook-endpoints/${endpoint}/deliveries`, endpoint);
  }

  /** @returns the first id of the answer. */
  private async make(path: string, body: unknown, parent?: string): Promise<string> {
    const text = JSON.stringify(await this.api.post(path, body));
    this.learn(text, parent);
    return idsIn(text)[0] ?? '';
  }

  private async read(path: string, parent?: string): Promise<void> {
    const page = await this.api.get<{ data: { id: string; tracks?: unknown }[] }>(path);
    for (const item of page.data) {
      this.learn(item.id, parent);
      this.learn(JSON.stringify(item), item.id);
    }
  }
}
