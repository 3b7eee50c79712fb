import type { Metrics } from '@capture/platform';

/** The connections of a pool. */
export interface Connections {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Callers that wait for a connection. */
  readonly waitingCount: number;
  /** How many there may be. */
  readonly limit: number;
}

/** Gauges of the pool: connections in use, how many there may be, and callers that wait for one. */
export const measureConnections = (metrics: Metrics) => (connections: Connections) =>
  metrics.gauges(
    {
      busy: {
        name: 'capture_database_connections_busy',
        help: 'Connections that a query or transaction has',
      },
      limit: {
        name: 'capture_database_connections_limit',
        help: 'Connections that queries and transactions may open',
      },
      waiting: {
        name: 'capture_database_waiting',
        help: 'Queries and transactions that wait for a connection',
      },
    },
    () => {
      const { totalCount, idleCount, waitingCount: waiting, limit } = connections;
      return Promise.resolve({ busy: totalCount - idleCount, limit, waiting });
    },
  );
