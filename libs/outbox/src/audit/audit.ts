import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { actorOf, ChangeMade, createEvent, type ForwardedCall } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { Outbox } from '../outbox/outbox.js';

/** Who makes a change: the id of a key or member, else the kind of caller; and from which address. */
export type Caller = Pick<ChangeMade, 'actor' | 'ip'>;

/** A change as the audit log shows it, without its caller. `detail` holds ids and numbers. */
export type Change = Pick<ChangeMade, 'action' | 'subject'> & { detail?: object };

/** Names of the fields that a PATCH has sent: the audit log's detail of an edit. */
export function sentFields(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Records what a use case changed and for whom; accounts keeps the log (ADR 16). */
@Injectable()
export class Audit {
  private readonly callers = new AsyncLocalStorage<Caller>();

  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Runs `proceed` and all that it sets off on behalf of the verified caller of `call`. */
  beginCall(call: ForwardedCall | undefined, proceed: () => void): void {
    if (!call) return proceed();
    this.callers.run({ actor: actorOf(call.principal), ip: call.ip }, proceed);
  }

  /** Runs `work` on behalf of `caller`. */
  runAs<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return this.callers.run(caller, work);
  }

  /**
   * Adds the change, with its caller, to the running transaction.
   * @throws Error outside of a call: what the service does by itself has no caller to name.
   */
  record(organizationId: string, { action, subject, detail = {} }: Change): void {
    const caller = this.callers.getStore();
    if (!caller) throw new Error(`${action} was recorded outside of a call`);
    const data = { ...caller, action, subject, detail };
    this.outbox.add(createEvent(ChangeMade, organizationId, data, this.clock.now()));
  }
}
