import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { actorOf, ChangeMade, createEvent, type ForwardedCall } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Outbox } from './outbox.js';

/** Who makes a change: the id of a key or member, else the kind of caller; and from which address. */
export type Caller = Pick<ChangeMade, 'actor' | 'ip'>;

/** A change as the audit log tells it, but for who made it. `detail` says it in ids and numbers. */
export type Change = Pick<ChangeMade, 'action' | 'subject'> & { detail?: object };

/** Names of the fields that a PATCH has sent: what the audit log tells of an edit. */
export function sentFields(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Where a use case states what its caller changed, for the audit log that accounts keeps (ADR 16). */
@Injectable()
export class Audit {
  private readonly callers = new AsyncLocalStorage<Caller>();

  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Runs `work` as what `caller` asked for. */
  by<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return this.callers.run(caller, work);
  }

  /**
   * Adds the change to the running transaction, with who made it and from where.
   * @throws Error outside of a call: what the service does by itself has nobody to name.
   */
  async state(organizationId: string, { action, subject, detail = {} }: Change): Promise<void> {
    const caller = this.callers.getStore();
    if (!caller) throw new Error(`${action} was stated outside of a call`);
    const data = { ...caller, action, subject, detail };
    await this.outbox.add(createEvent(ChangeMade, organizationId, data, this.clock.now()));
  }
}

/** Remembers the caller of every call that the gateway vouched for. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: Audit) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { forwardedCall } = context.switchToHttp().getRequest<{ forwardedCall?: ForwardedCall }>();
    if (!forwardedCall) return next.handle();
    const caller = { actor: actorOf(forwardedCall.principal), ip: forwardedCall.ip };
    return from(this.audit.by(caller, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
