import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { OrganizationScopes, Scope } from './organization-scope.js';

type Callback = (error: Error | null, result?: unknown) => void;

/** Parts of node-postgres that its typings leave out. */
interface Wire {
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
}
interface QueryInternals {
  callback?: Callback;
  queryMode: string;
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
interface ClientInternals {
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  query(config: unknown, values?: unknown, callback?: Callback): unknown;
}
type Checkout = (error: Error | undefined, client: ScopedClient | undefined, done: unknown) => void;
interface PoolInternals {
  connect(callback?: Checkout): Promise<ScopedClient> | undefined;
}
const Query = pg.Query as unknown as new (config: unknown, values?: unknown) => QueryInternals;
const Client = pg.Client as unknown as new (config: pg.ClientConfig) => ClientInternals;

/** Read by the policies of the tables. Local to the transaction: a connection carries nothing over. */
const SET_ORGANIZATION = {
  name: 'capture_organization',
  text: "SELECT set_config('capture.organization', $1, true)",
  values: [''],
};
/** They touch no rows, and some have to be a transaction's first statement or run in a failed one. */
const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)\b/;
const ENDS_TRANSACTION = /^(COMMIT|ROLLBACK)$/;

/**
 * A statement that goes out together with the organization it runs for. Both are one message to the server and, outside
 * a transaction, one implicit transaction: no second round trip, and the setting ends with the statement.
 */
class ScopedQuery extends Query {
  private settingOrganization = false;

  constructor(
    private readonly client: ScopedClient,
    private readonly organization: string,
    config: unknown,
    values: unknown,
  ) {
    super(config, values);
    this.queryMode = 'extended';
  }

  override prepare(connection: Wire): void {
    const inTransaction = this.client.getTransactionStatus() === 'T';
    this.settingOrganization = !(inTransaction && this.client.sentOrganization === this.organization);
    if (this.settingOrganization) {
      connection.bind({ statement: SET_ORGANIZATION.name, values: [this.organization] });
      connection.execute({});
    }
    this.client.sentOrganization = this.organization;
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.settingOrganization) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.settingOrganization) this.settingOrganization = false;
    else super.handleCommandComplete(message, connection);
  }
}

/** A connection that sends the organization with every statement. */
export class ScopedClient extends Client {
  /** Of the work that has this connection checked out: a transaction keeps the one it was opened in. */
  scope: Scope | undefined;
  /** The organization that the running transaction has set. */
  sentOrganization: string | undefined;
  /** Stands for the transaction that is open: none from when its end is asked for. */
  transaction: object | undefined;

  override query(config: unknown, values?: unknown, callback?: Callback): unknown {
    if (typeof config !== 'object' || config === null || !('text' in config) || 'submit' in config)
      throw new Error(
        'statements come as objects with a text: anything else would go out without its organization',
      );
    if (config === SET_ORGANIZATION) return super.query(config);
    if (TRANSACTION_CONTROL.test(String(config.text))) {
      this.sentOrganization = undefined;
      if (config.text === 'BEGIN') this.transaction = {};
      else if (ENDS_TRANSACTION.test(String(config.text))) this.transaction = undefined;
      return super.query(config, values, callback);
    }
    const query = new ScopedQuery(this, this.scope?.organization ?? '', config, values);
    if (callback) {
      query.callback = callback;
      return super.query(query);
    }
    return new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result));
      super.query(query);
    });
  }
}

/** A transaction that is being opened. */
interface Opening {
  client?: ScopedClient;
}

/**
 * Connections that send, with every statement, the organization it runs for; the tables' policies enforce it. The scope is
 * the one in which a connection was asked for, not the one in which a statement happens to be sent: Prisma sends what
 * several callers asked for from the context of one of them.
 */
export class ScopedPool extends pg.Pool {
  private readonly opening = new AsyncLocalStorage<Opening>();

  constructor(config: pg.PoolConfig, scopes: OrganizationScopes) {
    super({
      ...config,
      Client: ScopedClient as unknown as NonNullable<pg.PoolConfig['Client']>,
      onConnect: (client) => client.query(SET_ORGANIZATION) as unknown as void,
    });
    const pool = this as unknown as PoolInternals;
    const checkOut = pool.connect.bind(this);
    pool.connect = (callback) => {
      const scope = scopes.current;
      const opening = this.opening.getStore();
      const marked = (client: ScopedClient): ScopedClient => {
        if (opening) opening.client ??= client;
        return Object.assign(client, { scope, sentOrganization: undefined, transaction: undefined });
      };
      if (!callback) return checkOut()?.then(marked);
      return checkOut((error, client, done) => callback(error, client && marked(client), done));
    };
  }

  /**
   * Runs `open`, in which a library opens a transaction over a connection of this pool, and tells it which one that is: the
   * first that is asked for in there.
   */
  noting<T>(open: (opening: Readonly<Opening>) => Promise<T>): Promise<T> {
    const opening: Opening = {};
    return this.opening.run(opening, () => open(opening));
  }
}
