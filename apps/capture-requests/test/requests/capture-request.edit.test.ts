import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('patch', () => {
  it('launches a draft and says so', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create({ status: 'draft' });
    const launched = await integrator.call('PATCH', `/${id}`, { status: 'active' });
    expect([launched.status, launched.body['status']]).toEqual([200, 'active']);
    await service.idleOutbox();
    expect(service.eventsOf(id, 'capture_request.launched')).toHaveLength(1);
  });

  it('versions each wording of the release', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create({ release: RELEASE });
    const versions: unknown[] = [];
    for (const release of [
      { text: RELEASE.text },
      { text: 'two' },
      { required: false },
      { text: RELEASE.text },
      null,
    ]) {
      const { body } = await integrator.call<{ release: { version: string } }>('PATCH', `/${id}`, {
        release,
      });
      versions.push(body.release.version);
    }
    expect(versions).toEqual(['v1', 'v2', 'v2', 'v3', null]);
  });

  it('refuses another status, a title that is null, and anything on a closed request', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    for (const [body, field] of [
      [{ status: 'closed' }, 'status'],
      [{ status: 'draft' }, 'status'],
      [{ title: null }, 'title'],
    ] as const) {
      const refused = await integrator.call('PATCH', `/${id}`, body);
      expect([refused.status, refused.body['field']]).toEqual([400, field]);
    }
    await integrator.call('POST', `/${id}/close`);
    const refused = await integrator.call('PATCH', `/${id}`, {});
    expect([refused.status, refused.body['code']]).toEqual([409, 'capture_request_closed']);
  });

  it('two edits at once lose neither', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const edits = [{ title: 'b' }, { prompt: 'c' }, { maxDurationSec: 60 }, { openLink: true }];
    await Promise.all(edits.map((edit) => integrator.call('PATCH', `/${id}`, edit)));
    const { body } = await integrator.call('GET', `/${id}`);
    expect(body).toMatchObject({
      title: 'b',
      prompt: 'c',
      maxDurationSec: 60,
      openLink: { campaignId: expect.any(String) },
    });
  });
});

describe('close', () => {
  it('closes a draft as well, once, however many ask at the same time', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create({ status: 'draft' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => integrator.call('POST', `/${id}/close`)),
    );
    for (const { status, body } of answers) expect([status, body['status']]).toEqual([200, 'closed']);
    await service.idleOutbox();
    expect(service.eventsOf(id, 'capture_request.closed')).toHaveLength(1);
  });

  it('refuses what it cannot do: a body has no say in it', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const refused = await integrator.call('POST', `/${id}/close`, { reason: 'done' });
    expect([refused.status, refused.body['field']]).toEqual([400, 'reason']);
    expect((await integrator.call('GET', `/${id}`)).body['status']).toBe('active');
    expect((await integrator.call('POST', `/${id}/close`, {})).status).toBe(200);
  });
});

describe('delete', () => {
  it('removes request and roster, and says so', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create({ metadata: { a: 1 } });
    await integrator.invite(id);
    expect((await integrator.call('DELETE', `/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/contacts'],
      ['GET', '/submissions'],
      ['POST', '/close'],
    ] as const) {
      const { status, body } = await integrator.call(method, `/${id}${path}`);
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    const [event] = await service.awaitEvents(id, 'capture_request.deleted');
    expect(event?.data).toEqual({ captureRequestId: id, metadata: '{"a":1}' });
  });
});
