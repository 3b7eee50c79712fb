import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { ServiceName } from '../table/services.js';
import { MAX_CONNECTIONS } from '../upstreams/upstreams.js';

/** Of one service: half of the connections that there are to it. */
const MOST_ARRIVING = MAX_CONNECTIONS / 2;
/** A body that has been arriving for longer makes room for others. */
const BRIEF_MS = 1_000;

interface Arriving {
  body: Readable;
  /** Monotonic milliseconds. */
  since: number;
}

/**
 * Bodies that are not all there when their call is forwarded: each keeps a connection to its service until it has arrived, and
 * strangers send as slowly as they like. When all of their places are taken, the one that has been arriving for longest is cut off.
 */
@Injectable()
export class ArrivingBodies {
  private readonly byService = new Map<ServiceName, Set<Arriving>>();

  /**
   * Takes a place until all of `body`, that of `request`, has arrived.
   * @throws AppError `service_unavailable` where the others have only just begun
   */
  add(service: ServiceName, request: IncomingMessage, body: Readable): void {
    if (request.complete) return;
    const others = this.byService.get(service) ?? new Set();
    if (others.size >= MOST_ARRIVING) makeRoom(others);
    const arriving = { body, since: performance.now() };
    this.byService.set(service, others.add(arriving));
    const leave = (): void => void others.delete(arriving);
    body.once('close', leave);
    request.once('close', leave);
  }
}

function makeRoom(others: Set<Arriving>): void {
  // In the order in which they came.
  const [oldest] = others;
  if (!oldest || performance.now() - oldest.since < BRIEF_MS)
    throw tooMany('Too many bodies arrive at once.');
  others.delete(oldest);
  oldest.body.destroy(tooMany('The body came too slowly while too many others arrive.'));
}

function tooMany(detail: string): AppError {
  return new AppError('service_unavailable', `${detail} Send it again.`, { retryAfterSec: 1 });
}
