import { Injectable } from '@nestjs/common';
import type { ForwardedCall } from '@capture/contracts';
import { isEndedForStandingStill } from '../connections/connection-failure.js';
import { transactDirectly } from '../connections/direct-transactions.js';
import { nameOf, OrganizationScopes } from '../connections/organization-scope.js';
import type { ScopedPool } from '../connections/scoped-pool.js';
import { statementsInside } from '../connections/statements.js';
import { BRIEF, type TransactionSettings } from '../connections/transaction-settings.js';
import { joining, writeGathered, type Ambient, type OpenTransaction } from './ambient-transaction.js';
import { scopeOfCall } from './call-organization.js';
import { DatabaseStatements } from './database-statements.js';
import { Gathered, type PreparedStatement } from './gathered.js';
import type { ModelClient, PrismaLike } from './prisma-client.js';

const LIMITS = { maxWait: 5_000, timeout: 30_000 };
/** What works on several organizations together waits no longer than this for rows of one. */
const LOCK_WAIT_MS = 250;
/** Such work locks rows that all processes share: one that freezes must not keep the others from them for long. */
const TOGETHER = { walksIndexes: true, ...BRIEF };

/**
 * The service's own database. A use case opens a transaction with `run`. Every repository called inside joins it, so
 * that a fact, its outbox row and a stored answer commit together or not at all.
 *
 * Work runs for one organization or, with a reason, for all of them. Calls with a key, events and commands set the
 * organization before the use case begins. Work that sets none reads and writes no organization's rows (ADR 10).
 */
@Injectable()
export class Database<Client extends PrismaLike = PrismaLike> extends DatabaseStatements {
  /** @param pool connections of `root`, over which statements go that are no model's */
  constructor(
    private readonly root: Client,
    private readonly scopes: OrganizationScopes,
    pool: ScopedPool,
  ) {
    super(pool);
  }

  /**
   * The running transaction's client, or the plain client outside of one.
   * @throws Error in a transaction of `runDirectly`, of which the generated client knows nothing.
   */
  get client(): ModelClient<Client> {
    const transaction = this.ambient.getStore();
    const client = transaction ? transaction.client : this.root;
    if (!client) throw new Error('a transaction past the generated client has no models');
    return client as ModelClient<Client>;
  }

  /** Runs `work` for one organization. @throws Error inside another's work: one cannot act for another. */
  async forOrganization<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.scopes.one(organizationId, () => this.inScope(work));
  }

  /** Runs `proceed` and all that it sets off for the organization of `call`. */
  beginCall(call: ForwardedCall | undefined, proceed: () => void): void {
    this.scopes.begin(scopeOfCall(call), proceed);
  }

  /** Runs `work` over the rows of every organization; `reason` says why it has to. */
  async forEveryOrganization<T>(reason: string, work: () => Promise<T>): Promise<T> {
    return this.scopes.every(reason, () => this.inScope(work));
  }

  /** Runs `work` of a caller whose organization is not known yet; `setOrganization` names it once it is. */
  async withoutOrganization<T>(work: () => Promise<T>): Promise<T> {
    return this.scopes.withoutOrganization(work);
  }

  /** Names the organization for the rest of `withoutOrganization`. @throws Error when the work runs for another already. */
  setOrganization(organizationId: string): void {
    this.scopes.setOrganization(organizationId);
  }

  /**
   * Runs `work` in a transaction, or joins the one that is running.
   * @throws AppError `service_unavailable` when the database cannot be reached.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return this.transact(work, (inside) =>
      this.pool.noting((opening) =>
        this.root.$transaction((client) => {
          if (!opening.client) throw new Error('the transaction runs over no connection of the pool');
          return inside({ client, statements: statementsInside(opening.client) });
        }, LIMITS),
      ),
    );
  }

  /**
   * The same past the generated client, which costs more than the rest of a short statement (ADR 45): for work whose
   * repositories only call `query`, `prepared` and `execute`.
   * @throws Error with settings inside a transaction, which has its own.
   */
  async runDirectly<T>(work: () => Promise<T>, settings?: TransactionSettings): Promise<T> {
    if (settings && this.inTransaction) throw new Error('a running transaction keeps its settings');
    return this.transact(work, (inside) =>
      transactDirectly(this.pool, { limitMs: LIMITS.timeout, ...settings }, (statements) =>
        inside({ statements }),
      ),
    );
  }

  /**
   * Runs work about several organizations, or for the one that it is about, in one such transaction, which walks indexes.
   * With several it gives up when it waits for a lock: rows of one that are held must not delay the others.
   * @param reason why it may see the rows of every organization
   */
  async runTogether<T>(
    organizationIds: Iterable<string>,
    reason: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const [only, ...more] = new Set(organizationIds);
    if (only !== undefined && more.length === 0)
      return this.forOrganization(only, () => this.runDirectly(work, TOGETHER));
    return this.forEveryOrganization(reason, () =>
      this.runDirectly(work, { lockWaitMs: LOCK_WAIT_MS, ...TOGETHER }),
    );
  }

  /** Runs `work` outside the running transaction, on a connection of its own. */
  outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.exit(work);
  }

  /**
   * Keeps `item` with the others that `owner` has gathered in the running transaction, in their order. The last thing that
   * runs in there is `statement` for all of them, so that many take one.
   * @throws Error outside of a transaction
   */
  gather<Item>(owner: object, item: Item, statement: (items: Item[]) => PreparedStatement): void {
    const store = this.ambient.getStore();
    if (!store) throw new Error('nothing is gathered outside of a transaction');
    store.gathered.add(owner, item, statement);
  }

  /**
   * Runs a statement of which nobody needs rows when the running transaction ends, in its last message: with what is gathered,
   * in the order in which both were first asked for.
   * @throws Error outside of a transaction
   */
  atEnd(statement: PreparedStatement): void {
    this.gather({}, statement, () => statement);
  }

  /** Calls back once the running transaction has committed; at once when there is none. */
  onCommit(callback: () => void): void {
    const store = this.ambient.getStore();
    if (store) store.afterCommit.push(callback);
    else callback();
  }

  /**
   * Has the running transaction run once more when the server ends it because this process stood still (`BRIEF`): nothing of
   * it has happened then. For work that may be repeated, as all that touches nothing but the database may.
   * @throws Error outside of a transaction
   */
  repeatAfterStandstill(): void {
    const store = this.ambient.getStore();
    if (!store) throw new Error('nothing is repeated outside of a transaction');
    store.isRepeated = true;
  }

  async close(): Promise<void> {
    await this.root.$disconnect();
  }

  private async transact<T>(work: () => Promise<T>, open: OpenTransaction<T>): Promise<T> {
    const running = this.ambient.getStore();
    if (running) return joining(running, work);
    const begun = this.newTransaction();
    try {
      return await this.attempt(begun, work, open);
    } catch (error) {
      if (!begun.isRepeated || !isEndedForStandingStill(error)) throw error;
      return await this.attempt(this.newTransaction(), work, open);
    }
  }

  private newTransaction(): Omit<Ambient, 'statements'> {
    const scope = this.scopes.current;
    return { joined: 0, gathered: new Gathered(), afterCommit: [], scope, isRepeated: false };
  }

  private async attempt<T>(
    begun: Omit<Ambient, 'statements'>,
    work: () => Promise<T>,
    open: OpenTransaction<T>,
  ): Promise<T> {
    const result = await this.guarded(() =>
      open((inside) =>
        this.ambient.run(Object.assign(begun, inside), async () => {
          const answer = await work();
          await writeGathered(begun.gathered, inside, this.kept);
          return answer;
        }),
      ),
    );
    for (const callback of begun.afterCommit) callback();
    return result;
  }

  /** @throws Error when the running transaction was opened for another organization, which it keeps to its end. */
  private inScope<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.ambient.getStore();
    const { current } = this.scopes;
    if (transaction && transaction.scope.organization !== current.organization)
      throw new Error(`a transaction for ${nameOf(transaction.scope)} cannot go on for ${nameOf(current)}`);
    return work();
  }
}
