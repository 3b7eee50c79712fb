// The alerts as Prometheus sees them: rendered by Helm, evaluated by promtool over made-up samples.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Charts } from './helm.js';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string; service: string; namespace: string };
}

interface Rules {
  groups: { name: string; rules: Rule[] }[];
}

export const of = (service: string) => `service="${service}",namespace="capture"`;
export const OF_WEBHOOKS = of('webhooks');

/** Samples a minute apart, in promtool's notation, by series. */
export type Samples = Record<string, string>;

export const answers = (status: number, values: string, labels = OF_WEBHOOKS): Samples => ({
  [`capture_http_requests_total{${labels},route="/v1/events",status="${status}"}`]: values,
});

/** Of 100 calls a minute, so many within a second. */
export function durations(fast: number, route: string, second = '1'): Samples {
  const labels = `${OF_WEBHOOKS},route="${route}"`;
  return {
    [`capture_http_request_duration_seconds_bucket{${labels},le="${second}"}`]: `0+${fast}x120`,
    [`capture_http_request_duration_seconds_count{${labels}}`]: '0+100x120',
  };
}

/** A consumer's backlog, and how many of its events were done. */
export const consumer = (name: string, backlog: string, done: string): Samples => ({
  [`capture_consumer_backlog{${OF_WEBHOOKS},consumer="${name}"}`]: backlog,
  [`capture_consumer_deliveries_total{${OF_WEBHOOKS},consumer="${name}",outcome="done"}`]: done,
  [`capture_consumer_deliveries_total{${OF_WEBHOOKS},consumer="${name}",outcome="failed"}`]: '0+9x120',
});

/** What a process of the service tells at each look, whatever happens. */
export function running(service: string, values = '10x240'): Samples {
  const metric = service === 'gateway' ? 'capture_gateway_sockets' : 'capture_database_connections_limit';
  return { [`${metric}{${of(service)},pod="a"}`]: values };
}

/** The rules of the charts, and promtool that judges them. */
export class AlertRules {
  private readonly charts: Charts;
  private readonly folder = mkdtempSync(join(tmpdir(), 'capture-alerts-'));
  private files = 0;

  /** @param root folder of the repository */
  constructor(root: string) {
    this.charts = new Charts(root);
  }

  remove(): void {
    this.charts.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param changes of the values of `prometheusRule` */
  async of(service: string, changes: object = {}): Promise<Rules> {
    const values = { prometheusRule: { enabled: true, ...changes } };
    const manifests = await this.charts.render(service, { release: 'prod', values });
    const found = manifests.find(({ kind }) => kind === 'PrometheusRule');
    if (found === undefined) throw new Error(`no rules of ${service}`);
    return found['spec'] as Rules;
  }

  /** @throws Error with what promtool says of rules that Prometheus would not take */
  check(rules: Rules): void {
    promtool('check', 'rules', this.written(rules));
  }

  /**
   * Has the rules of a service that runs judge `samples` after so many minutes.
   * @throws Error unless exactly `firing`, as `alert severity`, fire
   */
  async expectFiring(
    samples: Samples,
    minutes: number,
    firing: readonly string[],
    service = 'webhooks',
  ): Promise<void> {
    const all = { ...running(service), ...samples };
    const expected = firing.map((line) => {
      const [alert, severity] = line.split(' ');
      return { labels: `{alertname="${alert}",severity="${severity}"}`, value: 1 };
    });
    const firingThen = {
      expr: 'count by (alertname, severity) (ALERTS{alertstate="firing"})',
      eval_time: `${minutes}m`,
      exp_samples: expected,
    };
    const test = {
      rule_files: [this.written(await this.of(service))],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(all).map(([series, values]) => ({ series, values })),
          promql_expr_test: [firingThen],
        },
      ],
    };
    promtool('test', 'rules', this.written(test));
  }

  private written(content: object): string {
    const path = join(this.folder, `${this.files++}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  }
}

/** @throws Error with what promtool says */
function promtool(...args: string[]): void {
  execFileSync('promtool', args, { stdio: 'pipe', encoding: 'utf8' });
}
