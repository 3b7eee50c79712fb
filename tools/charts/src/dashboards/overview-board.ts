// The first look at 3 a.m.: is it us, which service, and since when.
import type { Board } from './dashboard.js';
import { rate } from './promql.js';
import { TIMED } from './service-board.js';

const HERE = 'namespace="$namespace"';
const GATEWAY = `service="gateway",${HERE}`;

export const OVERVIEW: Board = {
  uid: 'capture-overview',
  title: 'Capture: overview',
  description: 'Answers, events and deliveries of all services. Each service has a dashboard of its own.',
  pods: `capture_http_requests_total{${HERE}}`,
  rows: [
    {
      title: 'What callers see',
      panels: [
        {
          title: 'Answers a second, by status',
          unit: 'reqps',
          queries: { '{{status}}': rate('capture_http_requests_total', GATEWAY, 'status') },
        },
        {
          title: 'Share of failed answers',
          description: 'Failed: 5xx. The objective is a value of the charts, `prometheusRule.availability`.',
          unit: 'percentunit',
          queries: {
            failed: `${rate('capture_http_requests_total', `${GATEWAY},status=~"5.."`)} / ${rate('capture_http_requests_total', GATEWAY)}`,
          },
        },
        {
          title: 'Share of answers that take over a second',
          description: 'Without media, sockets and completions, which take as long as they take.',
          unit: 'percentunit',
          queries: {
            slow: `1 - ${rate('capture_http_request_duration_seconds_bucket', `${GATEWAY},${TIMED},le=~"1|1[.]0"`)} / ${rate('capture_http_request_duration_seconds_count', `${GATEWAY},${TIMED}`)}`,
          },
        },
      ],
    },
    {
      title: 'Which service',
      panels: [
        {
          title: 'Answers with 5xx a second',
          unit: 'reqps',
          queries: { '{{service}}': rate('capture_http_requests_total', `${HERE},status=~"5.."`, 'service') },
        },
        {
          title: 'Duration, 99 %',
          unit: 's',
          queries: {
            '{{service}}': `histogram_quantile(0.99, ${rate('capture_http_request_duration_seconds_bucket', `${HERE},${TIMED}`, 'service, le')})`,
          },
        },
        {
          title: 'Queries that wait for a connection',
          unit: 'short',
          queries: { '{{service}}': `sum by (service) (capture_database_waiting{${HERE}})` },
        },
      ],
    },
    {
      title: 'What waits',
      panels: [
        {
          title: 'Age of the oldest event that is not on the bus',
          unit: 's',
          queries: {
            '{{service}}': `max by (service) (capture_outbox_oldest_age_seconds{${HERE}})`,
          },
        },
        {
          title: 'Events that wait for a consumer',
          unit: 'short',
          queries: {
            '{{service}} {{consumer}}': `topk(10, max by (service, consumer) (capture_consumer_backlog{${HERE}}))`,
          },
        },
        {
          title: 'Age of the oldest due webhook',
          unit: 's',
          queries: { webhooks: `max(capture_webhooks_backlog_age_seconds{${HERE}})` },
        },
      ],
    },
    {
      title: 'What it stands on',
      panels: [
        {
          title: 'Failures of the media store a second',
          unit: 'ops',
          queries: {
            '{{outcome}}': rate(
              'capture_store_operations_total',
              `${HERE},outcome=~"full|unavailable"`,
              'outcome',
            ),
          },
        },
        {
          title: 'Calls decided without Redis, a second',
          unit: 'reqps',
          queries: { calls: rate('capture_budget_fallbacks_total', HERE) },
        },
        {
          title: 'Dead letters',
          unit: 'short',
          queries: { '{{service}}': `max by (service) (capture_outbox_dead_letters{${HERE}})` },
        },
      ],
    },
  ],
};
