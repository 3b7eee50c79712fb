import type { KeyPrincipal } from '@capture/contracts';
import { newKey, type Answer, type Service } from './service.fixture.js';

export const RELEASE = { required: true, text: 'I agree that this recording is shown.' };
const DIGEST = 'b'.repeat(64);

export interface Request {
  id: string;
  status: string;
  openLink: { url: string; campaignId: string } | null;
  [member: string]: unknown;
}

export interface Contact {
  id: string;
  link: string;
  [member: string]: unknown;
}

/** A link as its holder has it: where it points and the key. */
export interface Link {
  path: string;
  key: string;
}

export function linkOf(url: string): Link {
  const { pathname, searchParams } = new URL(url);
  const [, kind, id] = pathname.split('/');
  return {
    path: `/v1/respond/${kind === 'r' ? 'contacts' : 'campaigns'}/${id}`,
    key: searchParams.get('k') ?? '',
  };
}

/** An organization that asks, with the calls it makes. */
export class Integrator {
  constructor(
    readonly service: Service,
    readonly key: KeyPrincipal = newKey(),
  ) {}

  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    return this.service.call<T>(this.key, method, `/v1/capture-requests${path}`, { body, headers });
  }

  async create(body: object = {}): Promise<Request> {
    const {
      status,
      body: request,
      text,
    } = await this.call<Request>('POST', '', {
      title: 'Title',
      prompt: 'Prompt?',
      status: 'active',
      ...body,
    });
    if (status !== 201) throw new Error(`create answered ${status}: ${text}`);
    return request;
  }

  async createOpen(body: object = {}): Promise<{ request: Request; link: Link }> {
    const request = await this.create({ openLink: true, ...body });
    return { request, link: linkOf(request.openLink?.url ?? '') };
  }

  async invite(
    requestId: string,
    email = 'ada@example.com',
    name = 'Ada',
  ): Promise<{ contact: Contact; link: Link }> {
    const { status, body, text } = await this.call<{ data: Contact[] }>('POST', `/${requestId}/contacts`, {
      contacts: [{ email, name }],
    });
    const [contact] = body.data ?? [];
    if (status !== 201 || !contact) throw new Error(`invite answered ${status}: ${text}`);
    return { contact, link: linkOf(contact.link) };
  }

  async submissions(requestId: string): Promise<Record<string, unknown>[]> {
    const { body } = await this.call<{ data: Record<string, unknown>[] }>('GET', `/${requestId}/submissions`);
    return body.data;
  }
}

/** Somebody who holds a link. */
export class Person {
  constructor(
    readonly service: Service,
    readonly link: Link,
    readonly ip?: string,
  ) {}

  call<T = Record<string, unknown>>(method: string, url: string, body?: unknown): Promise<Answer<T>> {
    return this.service.call<T>({ kind: 'capability', token: this.link.key }, method, url, {
      body,
      ...(this.ip ? { ip: this.ip } : {}),
    });
  }

  open(body: object = {}): Promise<Answer<{ takeId: string; partSize: number }>> {
    return this.call('POST', `${this.link.path}/takes`, openingBody(body));
  }

  async mustOpen(body: object = {}): Promise<string> {
    const { status, body: opened, text } = await this.open(body);
    if (status !== 201) throw new Error(`open answered ${status}: ${text}`);
    return opened.takeId;
  }

  complete(takeId: string, body: object = {}): Promise<Answer<{ submissionId: string; code: string }>> {
    return this.call('POST', `/v1/respond/takes/${takeId}/complete`, completionBody(body));
  }

  /** Opens and completes; answers the submission's id. */
  async submit(body: object = {}): Promise<string> {
    const { status, body: completed, text } = await this.complete(await this.mustOpen(body));
    if (status !== 201) throw new Error(`complete answered ${status}: ${text}`);
    return completed.submissionId;
  }
}

export function openingBody(body: object = {}): object {
  return {
    displayName: 'Ada O.',
    durationSec: 12.4,
    sizeBytes: 1024,
    contentType: 'video/mp4;codecs=avc1,opus',
    releaseAccepted: false,
    manifest: { manifestVersion: 1 },
    ...body,
  };
}

export function completionBody(body: object = {}): object {
  return { parts: [{ number: 1, sha256: DIGEST }], ...body };
}
