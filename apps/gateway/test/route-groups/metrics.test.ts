import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MetricsServer } from '../../src/route-groups/metrics/metrics-server.js';
import { bearer, OPERATOR_TOKEN, startGateway, type Harness } from '../fixtures/gateway.js';

describe('metrics of the gateway', () => {
  let gateway: Harness;
  const asked: string[] = [];
  beforeAll(async () => {
    const define: Parameters<typeof startGateway>[0] = (services) => {
      services['capture-requests'].get('/v1/capture-requests/:id', () => ({}));
      for (const service of Object.values(services))
        service.get('/metrics', (request) => asked.push(request.url));
    };
    gateway = await startGateway(define, { CAPTURE_METRICS_PORT: '0' });
  });
  afterAll(() => gateway.close());

  it('nobody reads metrics through the public door, neither its own nor those of a service', async () => {
    const { key } = gateway.accounts.add();
    const paths = [
      '/metrics',
      '/metrics/',
      '/api/metrics',
      '/api/v1/metrics',
      '/api/v1/../metrics',
      '/operator/v1/metrics',
    ];
    for (const path of [...paths, '/api/v1/capture-requests/%2e%2e/%2e%2e/metrics', '/%6detrics']) {
      for (const token of [key, OPERATOR_TOKEN]) {
        const answer = await fetch(`${gateway.url}${path}`, { headers: bearer(token) });
        expect([path, (await answer.text()).includes('capture_http')]).toEqual([path, false]);
      }
    }
    expect(asked).toEqual([]);
  });

  it('its own port tells answers by route template', async () => {
    const { key } = gateway.accounts.add();
    const { status } = await fetch(`${gateway.url}/api/v1/capture-requests/crq_1`, { headers: bearer(key) });
    const metrics = `http://127.0.0.1:${gateway.running.app.get(MetricsServer).port}`;
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(text).toContain(
      `capture_http_requests_total{method="GET",route="/api/v1/capture-requests/:p1",status="${status}",service="gateway"} 1`,
    );
    expect(text).not.toContain('crq_1');
    expect((await fetch(`${metrics}/anything`)).status).toBe(404);
  });
});
