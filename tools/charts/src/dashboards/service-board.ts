// The dashboard of one service: what its callers see, what waits, what it waits for, and its processes.
import type { Service } from '../settings/services.js';
import type { Board, Panel, Row } from './dashboard.js';
import { quantiles, rate } from './promql.js';

/** Media and sockets take as long as they take; a completion hashes a whole file. The alert on slow answers leaves them out too. */
export const TIMED = 'route!~".*(/parts|/media/|/socket|/complete|/playback-url|/download-url).*"';

const of = (service: string, ...more: string[]): string =>
  [`service="${service}"`, 'namespace="$namespace"', ...more].join(',');

function answers(service: Service): Row {
  const all = of(service);
  const timed = of(service, TIMED);
  return {
    title: 'Answers',
    panels: [
      {
        title: 'Answers a second, by route',
        unit: 'reqps',
        queries: {
          '{{method}} {{route}}': `topk(10, ${rate('capture_http_requests_total', all, 'method, route')})`,
        },
      },
      {
        title: 'Answers a second, by status',
        description: 'A 5xx is ours: see the runbook "answers fail". A 4xx is the caller\'s.',
        unit: 'reqps',
        queries: { '{{status}}': rate('capture_http_requests_total', all, 'status') },
      },
      {
        title: 'Duration',
        description: 'Without media, sockets and completions, which take as long as they take.',
        unit: 's',
        queries: quantiles('capture_http_request_duration_seconds', timed),
      },
    ],
  };
}

function events(service: Service): Row {
  const all = of(service);
  return {
    title: 'Events',
    panels: [
      {
        title: 'Waiting for the bus',
        description: 'Rises while NATS is away. Dead letters are events that a consumer gave up on.',
        unit: 'short',
        queries: {
          events: `max(capture_outbox_pending{${all}})`,
          'age of the oldest (s)': `max(capture_outbox_oldest_age_seconds{${all}})`,
          'dead letters': `max(capture_outbox_dead_letters{${all}})`,
        },
      },
      {
        title: 'Waiting for a consumer',
        unit: 'short',
        queries: { '{{consumer}}': `max by (consumer) (capture_consumer_backlog{${all}})` },
      },
      {
        title: 'Deliveries a second, by outcome',
        unit: 'ops',
        queries: {
          '{{consumer}} {{outcome}}': rate('capture_consumer_deliveries_total', all, 'consumer, outcome'),
        },
      },
    ],
  };
}

function database(service: Service): Panel {
  const all = of(service);
  return {
    title: 'Connections of the pools',
    description: 'Waiting queries find no free connection: see the runbook "connections exhausted".',
    unit: 'short',
    queries: {
      busy: `sum(capture_database_connections_busy{${all}})`,
      limit: `sum(capture_database_connections_limit{${all}})`,
      waiting: `sum(capture_database_waiting{${all}})`,
    },
  };
}

const OWN: Partial<Record<Service, readonly Panel[]>> = {
  gateway: [
    {
      title: 'Open sockets',
      unit: 'short',
      queries: { sockets: `sum(capture_gateway_sockets{${of('gateway')}})` },
    },
    {
      title: 'Calls decided without Redis, a second',
      description: 'Each gateway then counts a share of every budget by itself.',
      unit: 'reqps',
      queries: { calls: rate('capture_budget_fallbacks_total', of('gateway')) },
    },
  ],
  recordings: [
    {
      title: 'Calls of the media store a second, by outcome',
      description: '"full" and "unavailable" are the store\'s, "failed" is mostly a client that broke off.',
      unit: 'ops',
      queries: {
        '{{operation}} {{outcome}}': rate(
          'capture_store_operations_total',
          of('recordings'),
          'operation, outcome',
        ),
      },
    },
    {
      title: 'Duration of calls of the media store',
      unit: 's',
      queries: quantiles('capture_store_duration_seconds', of('recordings')),
    },
  ],
  webhooks: [
    {
      title: 'Attempts a second, by outcome',
      unit: 'ops',
      queries: { '{{outcome}}': rate('capture_webhooks_attempts_total', of('webhooks'), 'outcome') },
    },
    {
      title: 'From a fact to its receipt',
      description: 'Where the first attempt succeeded.',
      unit: 's',
      queries: quantiles('capture_webhooks_receipt_latency_seconds', of('webhooks')),
    },
    {
      title: 'Age of the oldest due delivery',
      unit: 's',
      queries: { age: `max(capture_webhooks_backlog_age_seconds{${of('webhooks')}})` },
    },
    {
      title: 'Disabled endpoints',
      unit: 'short',
      queries: { endpoints: `max(capture_webhooks_endpoints_disabled{${of('webhooks')}})` },
    },
  ],
};

/** The samples of Node itself carry no service: they are found by the pods that the service's own samples name. */
const PROCESSES: Row = {
  title: 'Processes',
  panels: [
    {
      title: 'CPU',
      unit: 'short',
      queries: { '{{pod}}': rate('process_cpu_seconds_total', 'namespace="$namespace",pod=~"$pod"', 'pod') },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{pod}}': 'process_resident_memory_bytes{namespace="$namespace",pod=~"$pod"}' },
    },
    {
      title: 'Delay of the event loop, 99 %',
      unit: 's',
      queries: { '{{pod}}': 'nodejs_eventloop_lag_p99_seconds{namespace="$namespace",pod=~"$pod"}' },
    },
  ],
};

export function serviceBoard(service: Service): Board {
  const hasDatabase = service !== 'gateway';
  const own = [...(OWN[service] ?? []), ...(hasDatabase ? [database(service)] : [])];
  return {
    uid: `capture-${service}`,
    title: `Capture: ${service}`,
    description: `What callers of ${service} see, what waits, and its processes.`,
    pods: `capture_http_requests_total{${of(service)}}`,
    rows: [
      answers(service),
      ...(hasDatabase ? [events(service)] : []),
      { title: 'What it works with', panels: own },
      PROCESSES,
    ],
  };
}
