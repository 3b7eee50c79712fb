import { newId } from '@capture/contracts';
import { ALLOWED_URLS, NameServer, REFUSED_URLS } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DeliveryDto } from '../../src/deliveries/delivery.dto.js';
import { Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';

describe('forbidden addresses', () => {
  let under: WebhooksUnderTest;
  let names: NameServer;
  /** Stands for a service of the private network, on an address that is not allowed. */
  let inside: Receiver;
  /** Stands for the public internet: its range is opened. */
  let outside: Receiver;
  beforeAll(async () => {
    inside = await Receiver.start(undefined, '127.0.0.1');
    outside = await Receiver.start(undefined, '127.0.0.2');
    names = await NameServer.start(() => []);
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_ALLOW_LOOPBACK: 'false',
      CAPTURE_WEBHOOK_ALLOW_CIDRS: '127.0.0.2/32',
      CAPTURE_WEBHOOK_ALLOW_PORTS: `443,${inside.port},${outside.port}`,
      CAPTURE_WEBHOOK_DNS_SERVERS: names.address,
      CAPTURE_WEBHOOK_TIMEOUT_MS: '2000',
    });
  });
  afterAll(async () => {
    await under.stop();
    await Promise.all([inside.stop(), outside.stop(), names.stop()]);
  });

  /** An endpoint that got past the guard on create, as after a change of rules. */
  async function endpointAt(organization: Organization, url: string): Promise<string> {
    const { id } = await organization.endpoint('https://8.8.8.8/', { events: ['capture_request.closed'] });
    await under.sql('UPDATE endpoint SET url = $2 WHERE id = $1 RETURNING id', id, url);
    return id;
  }

  async function firstAttempt(url: string): Promise<DeliveryDto['attempts'][number] | undefined> {
    const organization = under.organization();
    const id = await endpointAt(organization, url);
    await under.hears(closedEvent(organization.id));
    return (await organization.settled(id, 1)).attempts[0];
  }

  it('create and edit refuse every form of the table (scenarios 8, 9)', async () => {
    const organization = under.organization();
    const { id } = await organization.endpoint('https://8.8.8.8/');
    for (const [url, refusal] of REFUSED_URLS.filter(([, refusal]) => refusal !== null)) {
      const created = await organization.refused('POST', ROOT, { url });
      const edited = await organization.refused('PATCH', `${ROOT}/${id}`, { url });
      expect([url, created.status, created.body.field, edited.status]).toEqual([url, 400, 'url', 400]);
      if (url !== '') expect([url, created.body.errors?.[0]?.code]).toEqual([url, refusal]);
    }
    expect((await organization.readEndpoint(id)).url).toBe('https://8.8.8.8/');
  });

  it('every form of the table is refused at sending too, with no connection made (scenarios 8, 9)', async () => {
    const organization = under.organization();
    const id = await endpointAt(organization, 'https://8.8.8.8/');
    const forms = REFUSED_URLS.filter(([, refusal]) => refusal === 'address' || refusal === 'userinfo').map(
      ([url]) => url,
    );
    for (const url of forms) {
      await under.sql(
        'UPDATE endpoint SET url = $2 WHERE id = $1 RETURNING id',
        id,
        url.replace('/hook', `:${inside.port}/hook`),
      );
      await under.hears(closedEvent(organization.id));
      const { attempts } = await organization.settled(id, 1);
      expect([url, attempts[0]?.error]).toEqual([url, 'forbidden_address']);
    }
    expect(inside.connections).toBe(0);
  });

  it('user info and internal ports are refused at sending (scenario 9)', async () => {
    for (const url of [
      `https://u:p@127.0.0.2:${outside.port}/`,
      'https://127.0.0.2:22/',
      `http://127.0.0.2:${outside.port}/`,
    ]) {
      expect([url, (await firstAttempt(url))?.error]).toEqual([url, 'forbidden_address']);
    }
    expect(outside.connections).toBe(0);
  });

  it('a name that changes its answer between check and use is used as it was checked (scenario 6)', async () => {
    names.answer = (_name, index) => (index === 0 ? ['127.0.0.2'] : ['127.0.0.1']);
    const before = outside.connections;
    const attempt = await firstAttempt(`https://rebind.example.com:${outside.port}/`);
    // The receiver speaks no TLS: what matters is whom the connection reached.
    expect(attempt?.status).toBeNull();
    expect(outside.connections).toBe(before + 1);
    expect(names.asked.filter((name) => name === 'rebind.example.com')).toHaveLength(1);
    const again = await firstAttempt(`https://rebind.example.com:${inside.port}/`);
    expect(again?.error).toBe('forbidden_address');
    expect(inside.connections).toBe(0);
  });

  it('a name with a public and a private address is refused whole (scenario 7)', async () => {
    names.answer = () => ['127.0.0.2', '127.0.0.1'];
    const before = outside.connections;
    const { status, body } = await under
      .organization()
      .refused('POST', ROOT, { url: `https://mixed.example.com:${inside.port}/` });
    expect([status, body.field, body.errors?.[0]?.code]).toEqual([400, 'url', 'address']);
    expect((await firstAttempt(`https://mixed.example.com:${inside.port}/`))?.error).toBe(
      'forbidden_address',
    );
    expect([inside.connections, outside.connections]).toEqual([0, before]);
  });

  it('a name that does not resolve yet may be registered; its attempts fail until it does', async () => {
    names.answer = () => [];
    const organization = under.organization();
    const { id } = await organization.endpoint('https://later.example.com/');
    await under.hears(closedEvent(organization.id));
    expect((await organization.settled(id, 1)).attempts[0]?.error).toBe('unresolved');
  });

  it('test answers at once that the address is forbidden', async () => {
    const organization = under.organization();
    const id = await endpointAt(organization, 'https://169.254.169.254/latest/meta-data/');
    const { status, body } = await organization.refused('POST', `${ROOT}/${id}/test`);
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'url']);
    expect((await organization.refused('POST', `${ROOT}/${newId('webhookEndpoint')}/test`)).status).toBe(404);
  });

  it('global addresses pass create', async () => {
    const urls = ALLOWED_URLS.filter((url) => !url.includes('8443'));
    for (const url of urls) await under.organization().endpoint(url);
    expect(urls.length).toBeGreaterThan(3);
  });
});
