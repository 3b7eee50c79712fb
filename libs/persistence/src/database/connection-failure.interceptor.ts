import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { withoutConnectionFailure } from './connection-failure.js';

/** Answers 503 with `Retry-After` on every route while the database is unreachable, however the repository called it. */
@Injectable()
export class ConnectionFailureInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(catchError((error: unknown) => throwError(() => withoutConnectionFailure(error))));
  }
}
