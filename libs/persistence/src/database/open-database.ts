import { PrismaPg } from '@prisma/adapter-pg';
import type { Connections } from '../connections/measure-connections.js';
import { IDLE_MS } from '../connections/look-ups.js';
import { OrganizationScopes } from '../connections/organization-scope.js';
import { ScopedPool } from '../connections/scoped-pool.js';
import { Database } from './database.js';
import type { PrismaLike } from './prisma-client.js';

export interface DatabaseTarget<Client extends PrismaLike> {
  /** Connection string of the service's own role. */
  url: string;
  schema: string;
  /** Connections that may be open at once. */
  poolSize: number;
  /** The service's generated client. */
  client: new (options: { adapter: PrismaPg }) => Client;
  /** Gets the pool, to be measured. */
  watch?: (connections: Connections) => void;
}

/** Far beyond what any of them takes: who is still waiting then is waiting for a host that is gone. */
const ANSWER_LIMITS = { lookUpMs: 5_000, statementMs: 60_000 };

/** A service's database, over connections that send the organization with every statement. */
export function openDatabase<Client extends PrismaLike>(target: DatabaseTarget<Client>): Database<Client> {
  const scopes = new OrganizationScopes();
  const pool = new ScopedPool(
    {
      connectionString: target.url,
      max: target.poolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: IDLE_MS,
      application_name: `capture-${target.schema}`,
      // A process that freezes in a transaction must not hold its locks for ever.
      idle_in_transaction_session_timeout: 60_000,
      answerLimits: ANSWER_LIMITS,
    },
    scopes,
  );
  // A dropped idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  target.watch?.(pool);
  const adapter = new PrismaPg(pool, {
    schema: target.schema,
    disposeExternalPool: true,
  });
  return new Database(new target.client({ adapter }), scopes, pool);
}
