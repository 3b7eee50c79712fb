import {
  createParamDecorator,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { SCIM_CONTENT_TYPE, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { defer, from, switchMap, type Observable } from 'rxjs';
import type { ScimToken } from '../scim-tokens/scim-token.model.js';
import { ScimTokenService } from '../scim-tokens/scim-token.service.js';

/** A directory's call: by which token, and from where. */
export interface DirectoryCall {
  token: ScimToken;
  ip: string;
}

interface Request {
  forwardedCall?: ForwardedCall;
  directoryCall?: DirectoryCall;
}

interface Reply {
  type(mediaType: string): unknown;
}

/**
 * Judges the token of a call before its body is looked at, and lets the call run for the token's organization alone. An
 * interceptor, because guards run before the call has its scope in the database.
 */
@Injectable()
export class ScimTokenInterceptor implements NestInterceptor {
  constructor(
    private readonly tokens: ScimTokenService,
    private readonly database: Database,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    return defer(() => from(this.judge(request))).pipe(
      switchMap(() => {
        http.getResponse<Reply>().type(SCIM_CONTENT_TYPE);
        return next.handle();
      }),
    );
  }

  private async judge(request: Request): Promise<void> {
    const { principal, ip = '' } = request.forwardedCall ?? {};
    const token = await this.tokens.resolve(principal?.kind === 'capability' ? principal.token : '');
    this.database.setOrganization(token.organizationId);
    await this.tokens.noteUse(token);
    request.directoryCall = { token, ip };
  }
}

/** What the interceptor found. */
export const Directory = createParamDecorator((_data: unknown, context: ExecutionContext): DirectoryCall => {
  const call = context.switchToHttp().getRequest<Request>().directoryCall;
  if (!call) throw new Error('the token of the call was not judged');
  return call;
});
