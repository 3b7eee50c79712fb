import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '../settings/services.js';
import {
  AlertRules,
  answers,
  consumer,
  durations,
  of,
  OF_WEBHOOKS,
  running,
  type Samples,
} from './alert-rules.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let alerts: AlertRules;

beforeAll(() => void (alerts = new AlertRules(root)));
afterAll(() => alerts.remove());

const expectFiring = (...given: Parameters<AlertRules['expectFiring']>): Promise<void> =>
  alerts.expectFiring(...given);

describe.each(SERVICES)('the alerts of %s', (service) => {
  it('are rules that Prometheus takes, each with a runbook that exists', async () => {
    const rules = await alerts.of(service);
    alerts.check(rules);
    const all = rules.groups.flatMap((group) => group.rules);
    expect(all.length).toBeGreaterThan(0);
    for (const { alert, annotations } of all) {
      expect([alert, existsSync(join(root, annotations.runbook_url))]).toEqual([alert, true]);
      expect(annotations).toMatchObject({ service, namespace: 'capture' });
    }
  });
});

it('the paths of runbooks get the base under which they are published', async () => {
  const runbookBase = 'https://ops.example/capture/';
  const [group] = (await alerts.of('accounts', { runbookBase })).groups;
  expect(group?.rules[0]?.annotations.runbook_url).toBe(`${runbookBase}docs/runbooks/answers-fail.md`);
});

describe('who is on call is told', () => {
  it('at once when 3 % of answers fail', () =>
    expectFiring({ ...answers(200, '0+97x120'), ...answers(500, '0+3x120') }, 90, [
      'CaptureAnswersFail critical',
      'CaptureAnswersFail warning',
    ]));

  it('as a ticket when 0.8 % fail for long', () =>
    expectFiring({ ...answers(200, '0+992x120'), ...answers(503, '0+8x120') }, 90, [
      'CaptureAnswersFail warning',
    ]));

  it('when a fifth of the answers takes more than a second', () =>
    expectFiring(durations(80, '/v1/events'), 90, [
      'CaptureAnswersSlow critical',
      'CaptureAnswersSlow warning',
    ]));

  it('of the same by Prometheus 3, which writes whole numbers of buckets with a fraction', () =>
    expectFiring(durations(80, '/v1/events', '1.0'), 90, [
      'CaptureAnswersSlow critical',
      'CaptureAnswersSlow warning',
    ]));

  it('when events, dead letters or webhooks wait', () =>
    expectFiring(
      {
        [`capture_outbox_oldest_age_seconds{${OF_WEBHOOKS}}`]: '121x10',
        [`capture_outbox_dead_letters{${OF_WEBHOOKS}}`]: '1x10',
        [`capture_webhooks_backlog_age_seconds{${OF_WEBHOOKS}}`]: '301x10',
      },
      8,
      ['CaptureDeadLetters warning', 'CaptureEventsWait critical', 'CaptureWebhooksWait critical'],
    ));
});

describe('who is on call is told of a part that stopped:', () => {
  it('a consumer that finishes nothing of what waits for it, also beside one that does', () =>
    expectFiring({ ...consumer('stuck', '3x40', '7x40'), ...consumer('well', '3x40', '0+1x40') }, 25, [
      'CaptureConsumerStuck critical',
    ]));

  it('a consumer that would need more than a day for what waits for it', () =>
    expectFiring(
      { ...consumer('slow', '40000+90x240', '0+10x240'), ...consumer('well', '900x240', '0+900x240') },
      200,
      ['CaptureConsumerBehind warning'],
    ));

  it.each(SERVICES)('every process of %s, which leaves no sample that could be too high', async (service) => {
    await expectFiring(running(service, '10x20 stale'), 23, [], service);
    await expectFiring(running(service, '10x20 stale'), 30, ['CaptureServiceDown critical'], service);
  });

  it('a pool that queries have waited for at every look of five minutes', () =>
    expectFiring({ [`capture_database_waiting{${OF_WEBHOOKS},pod="a"}`]: '2x40' }, 15, [
      'CaptureConnectionsExhausted warning',
    ]));

  it('a media store that is full', () =>
    expectFiring(
      {
        [`capture_store_operations_total{${of('recordings')},operation="put",outcome="full"}`]: '0+2x40',
        [`capture_store_operations_total{${of('recordings')},operation="put",outcome="done"}`]: '0+90x40',
      },
      15,
      ['CaptureStoreFails critical'],
      'recordings',
    ));

  it('a media store that is out of reach, or is not compared with the database', async () => {
    const part = (name: string, values: string): Samples => ({
      [`capture_degraded{${of('recordings')},part="${name}"}`]: values,
    });
    const degraded = ['CaptureStoreDegraded warning'];
    await expectFiring(
      { ...part('store-owner', '1x40'), ...part('store', '0x40') },
      30,
      degraded,
      'recordings',
    );
    await expectFiring({ ...part('store-owner', '0x40'), ...part('bus', '1x40') }, 30, [], 'recordings');
  });

  it('a deletion of an organization that should have begun an hour ago', () =>
    expectFiring(
      { [`capture_organization_deletion_overdue_seconds{${of('accounts')}}`]: '0+300x30' },
      25,
      ['CaptureDeletionStuck warning'],
      'accounts',
    ));

  it('a Redis that gateways do without', () =>
    expectFiring(
      { [`capture_budget_fallbacks_total{${of('gateway')}}`]: '0+5x40' },
      20,
      ['CaptureBudgetsAlone warning'],
      'gateway',
    ));
});

describe('nobody is woken', () => {
  it('by a burst of events, a busy pool, or clients that break off', async () => {
    const busy = `capture_database_waiting{${OF_WEBHOOKS},pod="a"}`;
    await expectFiring({ ...consumer('well', '900-10x80', '0+10x80'), [busy]: '2 0 2 2 0 2 2 2 0 2' }, 9, []);
    const failed = `capture_store_operations_total{${of('recordings')},operation="put",outcome="failed"}`;
    await expectFiring({ [failed]: '0+9x40' }, 30, [], 'recordings');
  });

  it('by 0.4 % of failures, by refusals, or by nothing to measure', async () => {
    await expectFiring({ ...answers(200, '0+996x120'), ...answers(500, '0+4x120') }, 90, []);
    await expectFiring({ ...answers(200, '0+1x120'), ...answers(429, '0+99x120') }, 90, []);
    await expectFiring({}, 90, []);
    await expectFiring({ ...answers(200, '5x120'), ...answers(500, '5x120') }, 90, []);
  });

  it('by failures that are over: the alert ends soon after they did', async () => {
    const failing = { ...answers(200, '0+90x119'), ...answers(500, '0+10x59 600x60') };
    await expectFiring(failing, 58, ['CaptureAnswersFail critical', 'CaptureAnswersFail warning']);
    await expectFiring(failing, 100, []);
  });

  it('by uploads and players, which take their time', () =>
    expectFiring(
      { ...durations(0, '/v1/uploads/:uploadId/parts/:number'), ...durations(0, '/v1/media/:trackId') },
      90,
      [],
    ));

  it('by another installation that the same Prometheus watches', () => {
    const labels = 'service="webhooks",namespace="staging"';
    return expectFiring({ ...answers(200, '0+1x120', labels), ...answers(500, '0+99x120', labels) }, 90, []);
  });
});
