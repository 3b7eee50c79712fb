import { AsyncLocalStorage } from 'node:async_hooks';

/** Stands for every organization; no organization's id looks like it. */
const EVERY = '*';
/** Stands for no organization: tables with an organization show no rows and accept none. */
const NONE = '';

/** The organization for which a piece of work runs. */
export interface Scope {
  /** Value of the setting `capture.organization`: an organization's id, `*` for all, empty for none. */
  organization: string;
  readonly reason?: string;
}

/** The organization of `scope`, for error messages. */
export function nameOf({ organization, reason }: Scope): string {
  if (organization === NONE) return 'no organization';
  return reason === undefined ? organization : `every organization (${reason})`;
}

const NO_ORGANIZATION: Scope = Object.freeze({ organization: NONE });

export function organizationScope(organization: string): Scope {
  assertOrganization(organization);
  return { organization };
}

export function everyOrganization(reason: string): Scope {
  return { organization: EVERY, reason };
}

/** Of work whose organization is not known before `setOrganization`. */
export function noOrganization(): Scope {
  return { organization: NONE };
}

/** Holds the organization whose rows the running work may touch. Without one it touches no rows (ADR 10). */
export class OrganizationScopes {
  private readonly ambient = new AsyncLocalStorage<Scope>();

  get current(): Scope {
    return this.ambient.getStore() ?? NO_ORGANIZATION;
  }

  /** Work whose organization is not known before `setOrganization`. */
  withoutOrganization<T>(work: () => Promise<T>): Promise<T> {
    return this.enter(noOrganization(), work);
  }

  /** @throws Error when another organization's work is running: one cannot act for another. */
  one<T>(organization: string, work: () => Promise<T>): Promise<T> {
    assertOrganization(organization);
    const { current } = this;
    if (current.organization === organization) return work();
    if (current.organization !== NONE && current.organization !== EVERY)
      throw new Error(`work for ${nameOf(current)} cannot go on for ${organization}`);
    return this.enter({ organization }, work);
  }

  /** Runs `proceed`, and all that it sets off, in `scope`: the beginning of a call, which runs in no other work's. */
  begin(scope: Scope, proceed: () => void): void {
    this.ambient.run(scope, proceed);
  }

  every<T>(reason: string, work: () => Promise<T>): Promise<T> {
    return this.enter(everyOrganization(reason), work);
  }

  /** @throws Error unless the running work has no organization yet, or this one already. */
  setOrganization(organization: string): void {
    assertOrganization(organization);
    const { current } = this;
    if (current.organization === organization) return;
    if (current.organization !== NONE || current === NO_ORGANIZATION)
      throw new Error(`work for ${nameOf(current)} cannot switch to ${organization}`);
    current.organization = organization;
  }

  private enter<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    // Prisma starts a query when it is awaited: that has to happen in here.
    return this.ambient.run(scope, async () => await work());
  }
}

function assertOrganization(id: string): void {
  if (id === NONE || id === EVERY) throw new Error(`"${id}" is no organization`);
}
