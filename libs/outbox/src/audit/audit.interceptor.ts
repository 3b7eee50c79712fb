import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { actorOf, type ForwardedCall } from '@capture/contracts';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Audit } from './audit.js';

/** Runs every call of the gateway on behalf of its verified caller. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: Audit) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { forwardedCall } = context.switchToHttp().getRequest<{ forwardedCall?: ForwardedCall }>();
    if (!forwardedCall) return next.handle();
    const caller = { actor: actorOf(forwardedCall.principal), ip: forwardedCall.ip };
    return from(this.audit.runAs(caller, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
