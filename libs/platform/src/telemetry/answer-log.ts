import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pino, type DestinationStream, type Logger } from 'pino';
import { serializers } from './logging.js';
import { standardOutput } from './log-stream.js';

/** Left out: probes would outnumber the calls. */
const NOT_LOGGED = /^\/(health|metrics)\b/;

/**
 * One line for each answer, also where the caller left before its end. The lines have a logger of their own: they consist
 * of what the serializers let through, so that nothing has to be searched for secrets.
 */
export class AnswerLog {
  private readonly logger: Logger;

  constructor(service: string, level: string, destination: DestinationStream = standardOutput()) {
    const base = pino({ name: service, level, serializers }, destination);
    // Services composed in one process share a log; this names the service of each answer.
    this.logger = base.child({ service });
  }

  /** Writes the lines of `server`. */
  follow(server: FastifyInstance): void {
    server.addHook('onRequest', ({ id, raw: { method, url = '/' } }, { raw }, done) => {
      if (!NOT_LOGGED.test(url)) this.write({ id, method: method ?? '', url }, raw);
      done();
    });
  }

  private write(req: { id: string; method: string; url: string }, res: ServerResponse): void {
    const began = performance.now();
    const written = (): void => {
      res.off('finish', written).off('close', written);
      const line = { req, res, responseTime: Math.round(performance.now() - began) };
      if (res.statusCode >= 500) this.logger.error(line, 'answered');
      else this.logger.info(line, 'answered');
    };
    res.on('finish', written).on('close', written);
  }
}
