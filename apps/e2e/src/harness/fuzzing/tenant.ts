import { randomUUID } from 'node:crypto';
import { Api } from '../clients/api.js';
import type { Operator } from '../clients/operator.js';
import { accessOf, Respondent } from '../clients/respondent.js';
import { KeyPool } from '../organizations/key-pool.js';

const IDS =
  /\b(?:crq|cnt|cmp|sub|tke|ses|ptc|rec|trk|upl|whe|evt|dlv|key|org|mem)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;
const LINKS = /https?:\/\/[^"\s]+\/[ro]\/[^"\s]+\?k=[^"\s]+/g;
/** How many newly created objects are remembered per kind. */
const REMEMBERED = 60;

const idsIn = (text: string): string[] => [...new Set(text.match(IDS) ?? [])];

/** An organization with objects of every kind. It remembers the ids and tokens that answers contain. */
export class Tenant {
  readonly keys: KeyPool;
  /** Every id in an answer to this organization. */
  readonly seen = new Set<string>();
  /** Link keys and tokens, by the id of their object. */
  readonly tokens = new Map<string, string>();
  private readonly anchors = new Map<string, string[]>();
  private readonly made = new Map<string, string[]>();
  private readonly parents = new Map<string, string>();
  private built = false;

  private constructor(
    readonly organizationId: string,
    private readonly api: Api,
    operator: Operator,
  ) {
    // Every tenth key is a test key: its refusals have to match the contract as well.
    this.keys = new KeyPool(operator, organizationId, 10);
  }

  /** `receiver`: where the organization's webhooks go; `clip`: the bytes of its one submission. */
  static async create(
    baseUrl: string,
    operator: Operator,
    { name, receiver, clip, contacts }: { name: string; receiver: string; clip: Buffer; contacts: number },
  ): Promise<Tenant> {
    const organizationId = await operator.organization('platform', name);
    const { key } = await operator.key(organizationId);
    const tenant = new Tenant(organizationId, new Api(baseUrl, key), operator);
    tenant.seen.add(organizationId);
    await tenant.build(receiver, clip, contacts);
    tenant.built = true;
    return tenant;
  }

  /** An object of a kind. Disposable ones are those created later, never the ones other requests depend on. */
  pick(prefix: string, index: number, disposable = false): string | undefined {
    const made = this.made.get(prefix) ?? [];
    const pool = disposable ? made : [...(this.anchors.get(prefix) ?? []), ...made];
    return pool[index % Math.max(pool.length, 1)];
  }

  /** A working link key or token of another object than `id`. */
  tokenBesides(id: string): string | undefined {
    return [...this.tokens.values()].find((token) => token !== this.tokens.get(id));
  }

  parentOf(id: string): string | undefined {
    return this.parents.get(id);
  }

  /** Forgets an object that was deleted. */
  forget(id: string): void {
    const prefix = id.slice(0, 3);
    this.made.set(
      prefix,
      (this.made.get(prefix) ?? []).filter((made) => made !== id),
    );
  }

  /** Remembers the ids and links in an answer given below `parent` to the bearer of `token`. */
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

  /** Joining a room takes its code and an invite token; uploading to a session takes a participant's token. */
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
    const pool = this.built ? this.made : this.anchors;
    const ids = [...(pool.get(prefix) ?? []), id];
    pool.set(prefix, this.built ? ids.slice(-REMEMBERED) : ids);
  }

  /** The lists of the organization, to check later that nothing changed. */
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
    // Several, so that respondent calls spread over the budgets of several links.
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
