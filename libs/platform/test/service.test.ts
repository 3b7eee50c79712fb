import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Body, Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import {
  AppError,
  IntField,
  PRINCIPAL_HEADER,
  RawJson,
  StringField,
  type ForwardedCall,
  type KeyPrincipal,
} from '@capture/contracts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Access,
  CallVoucher,
  Key,
  Readiness,
  ServiceConfig,
  startService,
  type RunningService,
} from '../src/index.js';
import { PRINCIPAL_ENV, PRINCIPAL_SIGNING_KEY } from './fixtures/principal-keys.js';

class NoteBody {
  @StringField({ max: 5 }) title: string;
  @IntField({ optional: true, max: 3 }) stars?: number;
}

@Controller('v1/notes')
class NoteController {
  @Post()
  create(@Body() body: NoteBody, @Key() key: KeyPrincipal): object {
    return { ...body, organizationId: key.organizationId, raw: new RawJson('{"b":1,"1":2}') };
  }

  @Get('refused')
  refused(): never {
    throw new AppError('contact_cap', 'The roster is full.', { cap: 2, count: 2 });
  }

  @Get('broken')
  broken(): never {
    throw new Error('a secret that nobody may see');
  }

  @Get(':id')
  read(): object {
    return {};
  }

  @Access('operator')
  @HttpCode(200)
  @Post('operator')
  operator(): object {
    return {};
  }
}

@Module({ controllers: [NoteController] })
class NoteModule {}

const voucher = new CallVoucher(PRINCIPAL_SIGNING_KEY);

function header(
  call: Partial<ForwardedCall> = {},
  audience = 'notes',
  now = new Date(),
): Record<string, string> {
  const principal = { kind: 'key', organizationId: 'org_1' } as KeyPrincipal;
  return { [PRINCIPAL_HEADER]: voucher.sign({ principal, ip: '192.0.2.1', ...call }, audience, now) };
}

describe('a service', () => {
  let service: RunningService;

  beforeAll(async () => {
    const definition = { name: 'notes', config: ServiceConfig, module: NoteModule };
    service = await startService(definition, { env: { ...PRINCIPAL_ENV, LOG_LEVEL: 'silent' } });
  });

  afterAll(() => service.close());

  it('refuses every request without a principal header', async () => {
    const answer = await request(service.url).post('/v1/notes').send({ title: 'x' });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('takes no call that a key it knows has not signed for it, whatever that claims: 503, as the caller’s credential may be good and ours do not fit together', async () => {
    const forged = `${Buffer.from('{"principal":{"kind":"key"}}').toString('base64url')}.AAAA`;
    for (const headers of [{ [PRINCIPAL_HEADER]: forged }, header({}, 'accounts')]) {
      const answer = await request(service.url).post('/v1/notes').set(headers).send({ title: 'x' });
      const { code } = answer.body as { code: string };
      expect([answer.status, code, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    }
  });

  it('answers a genuine header of another time 503: the caller’s credential is good, a process or a clock is late', async () => {
    const late = header({}, 'notes', new Date(0));
    const answer = await request(service.url).post('/v1/notes').set(late).send({ title: 'x' });
    const { code } = answer.body as { code: string };
    expect([answer.status, code, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
  });

  it('takes a header that was good when the request began, however long the body takes', async () => {
    const early = header({}, 'notes', new Date(Date.now() - 8_000));
    const { port } = new URL(service.url);
    const slow = connect(Number(port), '127.0.0.1');
    const body = '{"title":"x"}';
    const head = [
      'POST /v1/notes HTTP/1.1',
      'host: notes',
      'content-type: application/json',
      `content-length: ${body.length}`,
      `${PRINCIPAL_HEADER}: ${early[PRINCIPAL_HEADER]}`,
    ];
    slow.write(`${head.join('\r\n')}\r\n\r\n`);
    // By now the header is too old for a new request.
    await expect
      .poll(
        async () => (await request(service.url).post('/v1/notes').set(early).send({ title: 'x' })).status,
        {
          timeout: 20_000,
        },
      )
      .toBe(503);
    slow.write(body);
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 201/);
    slow.destroy();
  }, 30_000);

  it('takes only the kind of principal that a route is for', async () => {
    await request(service.url).post('/v1/notes/operator').set(header()).expect(401);
    await request(service.url)
      .post('/v1/notes/operator')
      .set(header({ principal: { kind: 'operator' } }))
      .expect(200);
  });

  it('answers raw JSON text verbatim inside an answer', async () => {
    const answer = await request(service.url)
      .post('/v1/notes')
      .set(header())
      .send({ title: 'x' })
      .expect(201);
    expect(answer.text).toContain('"raw":{"b":1,"1":2}');
  });

  it('reads a merge patch under the media type of its own', async () => {
    const type = 'application/merge-patch+json';
    const good = request(service.url)
      .post('/v1/notes')
      .set({ ...header(), 'content-type': type });
    await good.send('{"title":"x"}').expect(201);
    const broken = request(service.url)
      .post('/v1/notes')
      .set({ ...header(), 'content-type': type });
    await broken.send('{"title":').expect(400);
  });

  it('refuses a form and a text, whatever is in them, and asks for JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml']) {
      const call = request(service.url).post('/v1/notes').set(header()).set('content-type', type);
      const answer = await call.send('{"title":"x"}').expect(415);
      expect(answer.body).toMatchObject({ code: 'unsupported_media_type' });
    }
  });

  it('refuses a compressed body, saying that it is not read', async () => {
    const compressed = { ...header(), 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const call = request(service.url).post('/v1/notes').set(compressed);
    const answer = await call.send(gzipSync('{"title":"x"}')).expect(415);
    expect(answer.body).toMatchObject({
      code: 'unsupported_media_type',
      detail: expect.stringContaining('Content-Encoding') as string,
    });
    const plain = { ...compressed, 'content-encoding': 'identity' };
    await request(service.url).post('/v1/notes').set(plain).send('{"title":"x"}').expect(201);
  });

  it('names the first bad field and lists every one, unknown fields among them', async () => {
    const body = { title: 'too long', stars: 'four', extra: true };
    const answer = await request(service.url).post('/v1/notes').set(header()).send(body).expect(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    const { code, errors } = answer.body as { code: string; errors: { field: string; code: string }[] };
    expect(code).toBe('invalid_input');
    expect(errors.map(({ field }) => field).sort()).toEqual(['extra', 'stars', 'title']);
  });

  it('renders a refusal with what its code carries, under the request id it was given', async () => {
    const answer = await request(service.url)
      .get('/v1/notes/refused')
      .set({ ...header(), 'x-request-id': 'req-7' });
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ code: 'contact_cap', cap: 2, count: 2, requestId: 'req-7' });
  });

  it('says nothing about an unexpected error but where to ask', async () => {
    const answer = await request(service.url).get('/v1/notes/broken').set(header()).expect(500);
    expect(answer.text).not.toContain('secret');
    expect(answer.body).toMatchObject({ code: 'internal' });
  });

  it('counts and times answers by the template of their route, never by their ids', async () => {
    await request(service.url).get('/v1/notes/one-id').set(header()).expect(200);
    await request(service.url).get('/v1/notes/another-id').set(header()).expect(200);
    await request(service.url).get('/v1/nowhere/third-id').expect(404);
    const { text, headers } = await request(service.url).get('/metrics').expect(200);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    const samples = text.split('\n');
    const labels = 'method="GET",route="/v1/notes/:id"';
    expect(samples).toContain(`capture_http_requests_total{${labels},status="200",service="notes"} 2`);
    expect(samples).toContain(`capture_http_request_duration_seconds_count{service="notes",${labels}} 2`);
    expect(text).toMatch(/route="unmatched",status="404"/);
    expect(text).not.toMatch(/-id"|route="\/(health|metrics)/);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  it('is live while it turns, and ready only while everything it needs answers', async () => {
    await request(service.url).get('/health/live').expect(200);
    await request(service.url).get('/health/ready').expect(200);
    let missing = true;
    service.app
      .get(Readiness)
      .require('thing', () => (missing ? Promise.reject(new Error('no thing')) : Promise.resolve()));
    const answer = await request(service.url).get('/health/ready').expect(503);
    expect(answer.text).toContain('no thing');
    missing = false;
    await request(service.url).get('/health/ready').expect(200);
  });
});
