import { Injectable } from '@nestjs/common';
import { networkOf } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { ClientAddress } from '../forwarding/client-address.js';

/** Finds the network of a caller, through trusted proxies only. */
@Injectable()
export class CallerAddress {
  private readonly addresses: ClientAddress;

  constructor(config: GatewayConfig) {
    this.addresses = new ClientAddress(config.CAPTURE_TRUSTED_PROXIES);
  }

  networkOf({ raw }: Pick<FastifyRequest, 'raw'>): string {
    const forwarded = raw.headers['x-forwarded-for'];
    const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    return networkOf(this.addresses.of(raw.socket.remoteAddress ?? '', text));
  }
}
