import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_ID_HEADER } from '@capture/contracts';
import type { Params } from 'nestjs-pino';
import type { DestinationStream } from 'pino';

/** Query strings carry link keys and signatures, so they are never logged. */
function withoutQuery(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}

/** Structured request logs: one line an answer, request ids throughout, nothing secret. */
export function loggingOptions(service: string, level: string, destination?: DestinationStream): Params {
  const options = {
    name: service,
    level,
    genReqId: (request: IncomingMessage) => request.headers[REQUEST_ID_HEADER] ?? '',
    // Services composed in one process share the root logger; this names the service of each answer.
    customProps: () => ({ service }),
    customLogLevel: (_request: IncomingMessage, response: ServerResponse, error?: Error) =>
      error || response.statusCode >= 500 ? ('error' as const) : ('info' as const),
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: withoutQuery(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    redact: [
      '*.authorization',
      '*.cookie',
      '*.secret',
      '*.token',
      '*.key',
      '*.password',
      '*.joinUrl',
      '*.link',
    ],
    autoLogging: { ignore: (request: IncomingMessage) => /^\/(health|metrics)\b/.test(request.url ?? '') },
  };
  return { pinoHttp: destination ? [options, destination] : options };
}
