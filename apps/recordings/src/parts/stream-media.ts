import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

const PART_ROUTE = '/v1/uploads/:uploadId/parts/:number';
const MEDIA = 'application/octet-stream';

/**
 * Hands media bodies to their route as streams: they are neither parsed nor buffered. Media is known by its route, whatever
 * type a sender names: the credential of a part is in its URL and is judged before anything is read.
 */
export function streamMedia(app: NestFastifyApplication): void {
  const http = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === PART_ROUTE) request.headers['content-type'] = MEDIA;
    done();
  });
  http.addContentTypeParser(MEDIA, (_request, payload, done) => done(null, payload));
}
