import { Controller, Get, Logger, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenAccess, ServiceConfig, startService, type RunningService } from '../src/index.js';
import { PRINCIPAL_ENV } from './fixtures/principal-keys.js';

const CANARY = 'canary0123456789';

/** What HTTP clients put into their errors. */
function clientError(): Error {
  const config = {
    url: `https://x.example/hook?k=${CANARY}`,
    headers: { Authorization: `Bearer ${CANARY}` },
  };
  const cause = Object.assign(new Error(`connect postgres://me:${CANARY}@db/x failed`), { secret: CANARY });
  return Object.assign(new Error(`GET https://x.example/hook?token=${CANARY} failed`, { cause }), {
    config,
    request: { getHeaders: { cookie: CANARY } },
  });
}

@OpenAccess()
@Controller('v1')
class LoudController {
  private readonly logger = new Logger('loud');

  @Get('logs')
  logs(): object {
    const deep = { a: { b: [{ headers: { authorization: CANARY, 'set-cookie': [CANARY] } }] } };
    this.logger.log(
      { token: CANARY, password: CANARY, joinUrl: CANARY, id: 'crq_1', none: { token: null } },
      'top',
    );
    this.logger.log({ deep, apiKey: CANARY, accessToken: CANARY, keySha256: 'shown' }, 'deep');
    this.logger.warn({ err: clientError() }, 'error');
    this.logger.error(clientError());
    this.logger.log(`the link is https://x.example/r/cnt_1?k=${CANARY}, the key cap_live_${CANARY}`);
    this.logger.log({ signed: `Bearer ${CANARY}`, secrets: [`whsec_${CANARY}`] });
    return {};
  }

  @Get('breaks')
  breaks(): never {
    throw clientError();
  }
}

@Module({ controllers: [LoudController] })
class LoudModule {}

describe('the log', () => {
  let service: RunningService;
  const lines: string[] = [];

  beforeAll(async () => {
    const definition = { name: 'loud', config: ServiceConfig, module: LoudModule };
    const logDestination = { write: (line: string) => void lines.push(line) };
    service = await startService(definition, { env: PRINCIPAL_ENV, logDestination });
    await fetch(`${service.url}/v1/logs?k=${CANARY}`, { headers: { authorization: `Bearer ${CANARY}` } });
    await fetch(`${service.url}/v1/breaks?k=${CANARY}`, { headers: { cookie: `a=${CANARY}` } });
  });
  afterAll(() => service.close());

  it('has no secret in any line, at any depth, in errors and their causes and in texts', async () => {
    await expect.poll(() => lines.filter((line) => line.includes('"status":500')).length).toBe(1);
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  });

  it('keeps what is needed to find a fault', () => {
    const text = lines.join('');
    for (const kept of [
      '"crq_1"',
      '"shown"',
      'x.example/hook',
      'db/x failed',
      '"none":{"token":null}',
      '"stack"',
    ])
      expect(text).toContain(kept);
  });

  it('names the call in every line that its handler writes', async () => {
    const ofHandler = lines
      .map(
        (line) => JSON.parse(line) as { context?: string; msg?: string; req?: { id: string; path: string } },
      )
      .filter(({ context, msg }) => context === 'loud' && msg !== 'listening');
    expect(ofHandler.length).toBeGreaterThan(3);
    expect(new Set(ofHandler.map(({ req }) => req?.path))).toEqual(new Set(['/v1/logs']));
    expect(new Set(ofHandler.map(({ req }) => req?.id)).size).toBe(1);
    const answered = (): unknown[] =>
      lines.filter((line) => line.includes('"answered"') && line.includes(ofHandler[0]?.req?.id ?? '?'));
    await expect.poll(answered).toHaveLength(1);
  });

  it('says error for answers from 500 on, info for the others', () => {
    const levels = lines
      .map((line) => JSON.parse(line) as { level: number; res?: { status: number } })
      .filter(({ res }) => res !== undefined)
      .map(({ level, res }) => [res?.status, level]);
    expect(levels).toEqual([
      [200, 30],
      [500, 50],
    ]);
  });

  it('has no e-mail address of a path, however it is written', async () => {
    for (const address of ['ada@example.org', 'ada%40example.org', 'a%40b@example.org'])
      await fetch(`${service.url}/v1/people/${address}/links`);
    const paths = (): string[] =>
      lines.flatMap((line) => (JSON.parse(line) as { req?: { path: string } }).req?.path ?? []);
    await expect.poll(() => paths().filter((path) => path === '/v1/people/[address]/links').length).toBe(3);
    expect(lines.filter((line) => line.includes('example.org'))).toEqual([]);
  });
});
