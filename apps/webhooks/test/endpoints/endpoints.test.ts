import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {
  WebhookEndpointDto,
  WebhookEndpointPageDto,
  WebhookEndpointWithSecretDto,
  RotatedWebhookEndpointDto,
} from '../../src/endpoints/endpoint.dto.js';
import { Receiver } from '../fixtures/receiver.js';
import { WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const URL = 'http://127.0.0.1:9/hook';

describe('webhook endpoints', () => {
  let under: WebhooksUnderTest;
  let organization: Organization;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
    organization = under.organization();
  });
  afterAll(() => under.stop());

  describe('create', () => {
    it('answers 201 with the secret, which no later read shows', async () => {
      const created = await organization.call<WebhookEndpointWithSecretDto>('POST', ROOT, {
        url: URL,
        events: ['capture_request.closed', 'capture_request.closed'],
        description: 'Production',
      });
      expect(created.status).toBe(201);
      expect(created.body).toEqual({
        id: expect.stringMatching(/^whe_/),
        url: URL,
        events: ['capture_request.closed'],
        description: 'Production',
        status: 'enabled',
        mode: 'live',
        disabledReason: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      const { secret, ...shown } = created.body;
      const read = await organization.call<WebhookEndpointDto>('GET', `${ROOT}/${shown.id}`);
      expect(read.body).toEqual(shown);
      const stored = await under.sql<{ row: string }>('SELECT secret::text AS row FROM secret');
      expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
    });

    it('subscribes to everything when no events are named', async () => {
      expect((await organization.endpoint(URL)).events).toEqual(['*']);
    });

    it.each([
      [{}, 'url', 'required'],
      [{ url: 7 }, 'url', null],
      [{ url: null }, 'url', null],
      [{ url: 'example.com' }, 'url', 'format'],
      [{ url: 'http://8.8.8.8/' }, 'url', 'scheme'],
      [{ url: 'https://10.0.0.1/' }, 'url', 'address'],
      [{ url: 'https://user@8.8.8.8/' }, 'url', 'userinfo'],
      [{ url: 'https://8.8.8.8:22/' }, 'url', 'port'],
      [{ url: 'https://localhost.internal/' }, 'url', 'host'],
      [{ url: `https://8.8.8.8/${'x'.repeat(2048)}` }, 'url', 'length'],
      [{ url: URL, events: [] }, 'events', 'length'],
      [{ url: URL, events: ['no.such'] }, 'events', 'not_allowed'],
      [{ url: URL, events: ['ping'] }, 'events', 'not_allowed'],
      [{ url: URL, events: ['credential.changed'] }, 'events', 'not_allowed'],
      [{ url: URL, events: '*' }, 'events', null],
      [{ url: URL, description: 'x'.repeat(501) }, 'description', 'length'],
      [{ url: URL, secret: 'whsec_mine' }, 'secret', 'unknown_field'],
      [{ url: URL, organizationId: newId('organization') }, 'organizationId', 'unknown_field'],
      [{ url: URL, status: 'disabled' }, 'status', 'unknown_field'],
    ])('refuses %j naming %s (%s)', async (body, field, code) => {
      const { status, body: problem } = await organization.refused('POST', ROOT, body);
      expect([status, problem.code, problem.field]).toEqual([400, 'invalid_input', field]);
      if (code !== null) expect(problem.errors?.map((error) => error.code)).toContain(code);
    });

    it('takes ten endpoints per organization and not one more, however they race', async () => {
      const crowded = under.organization();
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => crowded.refused('POST', ROOT, { url: URL })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status !== 201);
      for (const { status, body } of refused)
        expect([status, body.code, body.cap, body.count]).toEqual([409, 'conflict', 10, 10]);
    });

    it('makes one endpoint for equal Idempotency-Keys, and repeats its answer', async () => {
      const fresh = under.organization();
      const headers = { 'idempotency-key': 'one' };
      const first = await fresh.call<WebhookEndpointWithSecretDto>('POST', ROOT, { url: URL }, headers);
      const again = await fresh.call<WebhookEndpointWithSecretDto>('POST', ROOT, { url: URL }, headers);
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect((await fresh.call<WebhookEndpointPageDto>('GET', ROOT)).body.data).toHaveLength(1);
      expect((await fresh.refused('POST', ROOT, { url: `${URL}2` }, headers)).status).toBe(422);
    });
  });

  describe('list', () => {
    it('pages newest first, without a hole or a repeat', async () => {
      const fresh = under.organization();
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) ids.unshift((await fresh.endpoint(URL)).id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { body }: { body: WebhookEndpointPageDto } = await fresh.call<WebhookEndpointPageDto>(
          'GET',
          `${ROOT}?limit=2${query}`,
        );
        seen.push(...body.data.map(({ id }) => id));
        cursor = body.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(ids);
    });

    it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5'])('refuses %s', async (query) => {
      const { status, body } = await organization.refused('GET', `${ROOT}?${query}`);
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'limit']);
    });

    it('refuses a cursor that is malformed, unknown, of another kind or foreign', async () => {
      const foreign = (await under.organization().endpoint(URL)).id;
      for (const cursor of ['x', newId('webhookEndpoint'), newId('event'), foreign]) {
        const { status, body } = await organization.refused('GET', `${ROOT}?cursor=${cursor}`);
        expect([status, body.code, body.field]).toEqual([400, 'invalid_cursor', 'cursor']);
      }
    });
  });

  describe('edit', () => {
    it('changes what is sent and leaves the rest', async () => {
      const { id, secret: _secret, ...before } = await organization.endpoint(URL, { description: 'a' });
      const edited = await organization.call<WebhookEndpointDto>('PATCH', `${ROOT}/${id}`, {
        events: ['session.ended'],
        description: null,
      });
      expect(edited.status).toBe(200);
      expect(edited.body).toEqual({ ...before, id, events: ['session.ended'], description: null });
      expect((await organization.call<WebhookEndpointDto>('PATCH', `${ROOT}/${id}`, {})).body).toEqual(
        edited.body,
      );
    });

    it('disables by hand and enables again, telling nobody', async () => {
      const { id } = await organization.endpoint(URL);
      const disabled = await organization.call<WebhookEndpointDto>('PATCH', `${ROOT}/${id}`, {
        status: 'disabled',
      });
      expect(disabled.body).toMatchObject({ status: 'disabled', disabledReason: 'manual' });
      const enabled = await organization.call<WebhookEndpointDto>('PATCH', `${ROOT}/${id}`, {
        status: 'enabled',
      });
      expect(enabled.body).toMatchObject({ status: 'enabled', disabledReason: null });
      const told = await under.sql<{ type: string }>(
        'SELECT DISTINCT type FROM outbox WHERE organization_id = $1',
        organization.id,
      );
      // The audit log is no webhook.
      expect(told).toEqual([{ type: 'change.made' }]);
    });

    it.each([
      [{ url: 'https://192.168.0.1/' }, 'url'],
      [{ url: null }, 'url'],
      [{ status: 'paused' }, 'status'],
      [{ events: [] }, 'events'],
      [{ id: 'whe_1' }, 'id'],
      [{ disabledReason: 'gone' }, 'disabledReason'],
    ])('refuses %j', async (body, field) => {
      const mine = under.organization();
      const endpoint = await mine.endpoint(URL);
      const answered = await mine.refused('PATCH', `${ROOT}/${endpoint.id}`, body);
      expect([answered.status, answered.body.code, answered.body.field]).toEqual([
        400,
        'invalid_input',
        field,
      ]);
    });
  });

  it('delete removes it with all that belongs to it, and a second delete finds nothing', async () => {
    const { id } = await organization.endpoint(URL);
    expect((await organization.call('DELETE', `${ROOT}/${id}`)).status).toBe(204);
    expect((await organization.refused('DELETE', `${ROOT}/${id}`)).status).toBe(404);
    expect(await under.sql('SELECT 1 FROM secret WHERE endpoint_id = $1', id)).toEqual([]);
  });

  describe('rotate-secret', () => {
    it('gives a new secret and a day of overlap when nothing is asked', async () => {
      const { id, secret } = await organization.endpoint(URL);
      const before = under.clock.now().getTime();
      const { status, body } = await organization.call<RotatedWebhookEndpointDto>(
        'POST',
        `${ROOT}/${id}/rotate-secret`,
      );
      expect(status).toBe(200);
      expect(body.secret).not.toBe(secret);
      const overlapSec = (Date.parse(body.previousSecretExpiresAt) - before) / 1000;
      expect(Math.abs(overlapSec - 86_400)).toBeLessThan(10);
    });

    it.each([-1, 604_801, 1.5, '60'])('refuses an overlap of %j', async (overlapSec) => {
      const fresh = under.organization();
      const { id } = await fresh.endpoint(URL);
      const { status, body } = await fresh.refused('POST', `${ROOT}/${id}/rotate-secret`, { overlapSec });
      expect([status, body.field]).toEqual([400, 'overlapSec']);
    });
  });

  describe('who may call', () => {
    const routes = [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${newId('delivery')}`],
      ['POST', `/deliveries/${newId('delivery')}/replay`],
      ['POST', '/replay'],
    ] as const;
    const bodyOf = (method: string, path: string): { body?: object } => {
      if (path === '/replay') return { body: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' } };
      return method === 'PATCH' ? { body: { description: 'theirs' } } : {};
    };

    it.each(routes)(
      "%s …%s: another organization's endpoint is not found, and stays as it was",
      async (method, path) => {
        const receiver = await Receiver.start();
        const owner = under.organization();
        const { id } = await owner.endpoint(receiver.url);
        const before = await owner.readEndpoint(id);
        const answered = await under.call<{ code: string }>(method, `${ROOT}/${id}${path}`, {
          principal: keyPrincipal(),
          ...bodyOf(method, path),
        });
        expect([answered.status, answered.body.code]).toEqual([404, 'not_found']);
        expect(await owner.readEndpoint(id)).toEqual(before);
        expect(receiver.requests).toEqual([]);
        await receiver.stop();
      },
    );

    it.each([...routes, ['GET', 'list'], ['POST', 'create']] as const)(
      '%s …%s: nobody without a key that the gateway vouches for',
      async (method, path) => {
        const target =
          path === 'list' || path === 'create' ? ROOT : `${ROOT}/${newId('webhookEndpoint')}${path}`;
        const principals = [
          null,
          { kind: 'operator' },
          { kind: 'capability', token: 't' },
          { kind: 'public' },
        ] as const;
        for (const principal of principals) {
          const request = { principal, ...bodyOf(method, path) };
          expect((await under.call(method, target, request)).status).toBe(401);
        }
      },
    );
  });
});
