import { AsyncLocalStorage } from 'node:async_hooks';

/** Stands for every organization; no organization's id looks like it. */
const EVERY = '*';
/** Stands for nobody: tables with an organization show no rows and take none. */
const NOBODY = '';

/** On whose behalf one piece of work runs. */
export interface Scope {
  /** What the database is told: an organization's id, `*` for every one, empty for nobody. */
  organization: string;
  readonly reason?: string;
}

/** For people: whom `scope` is for. */
export function nameOf({ organization, reason }: Scope): string {
  if (organization === NOBODY) return 'nobody';
  return reason === undefined ? organization : `every organization (${reason})`;
}

const UNDECLARED: Scope = Object.freeze({ organization: NOBODY });

/**
 * Whose rows the running work may touch. Work that declares nothing is nobody's, so that forgetting to declare fails
 * closed (ADR 10).
 */
export class OrganizationScopes {
  private readonly ambient = new AsyncLocalStorage<Scope>();

  get current(): Scope {
    return this.ambient.getStore() ?? UNDECLARED;
  }

  /** Nobody's work, until `settleOn` says whose it is. */
  undeclared<T>(work: () => Promise<T>): Promise<T> {
    return this.enter({ organization: NOBODY }, work);
  }

  /** @throws Error when another organization's work is running: one cannot act for another. */
  one<T>(organization: string, work: () => Promise<T>): Promise<T> {
    assertOrganization(organization);
    const { current } = this;
    if (current.organization === organization) return work();
    if (current.organization !== NOBODY && current.organization !== EVERY)
      throw new Error(`work for ${nameOf(current)} cannot go on for ${organization}`);
    return this.enter({ organization }, work);
  }

  every<T>(reason: string, work: () => Promise<T>): Promise<T> {
    return this.enter({ organization: EVERY, reason }, work);
  }

  /** @throws Error unless the running work is undeclared, or this organization's already. */
  settleOn(organization: string): void {
    assertOrganization(organization);
    const { current } = this;
    if (current.organization === organization) return;
    if (current.organization !== NOBODY || current === UNDECLARED)
      throw new Error(`work for ${nameOf(current)} cannot settle on ${organization}`);
    current.organization = organization;
  }

  private enter<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    // Prisma starts a query when it is awaited: that has to happen in here.
    return this.ambient.run(scope, async () => await work());
  }
}

function assertOrganization(id: string): void {
  if (id === NOBODY || id === EVERY) throw new Error(`"${id}" is no organization`);
}
