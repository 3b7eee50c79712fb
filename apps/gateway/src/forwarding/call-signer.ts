import { Injectable } from '@nestjs/common';
import { PRINCIPAL_HEADER, REQUEST_ID_HEADER, type Principal } from '@capture/contracts';
import { CallVoucher, Clock, traceHeaders } from '@capture/platform';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import type { ServiceName } from '../table/services.js';
import { ClientAddress } from './client-address.js';

/** Makes the headers by which services know the caller of a request, the request itself and its trace. */
@Injectable()
export class CallSigner {
  private readonly addresses: ClientAddress;
  private readonly voucher: CallVoucher;

  constructor(
    config: GatewayConfig,
    private readonly clock: Clock,
  ) {
    this.addresses = new ClientAddress(config.CAPTURE_TRUSTED_PROXIES);
    this.voucher = new CallVoucher(config.CAPTURE_PRINCIPAL_SIGNING_KEY);
  }

  /** The principal, signed for `service` alone, the request id and the trace context of `request`. */
  sign(service: ServiceName, principal: Principal, request: FastifyRequest): Record<string, string> {
    const ip = this.addresses.of(request.raw.socket.remoteAddress ?? '', forwardedFor(request));
    return {
      ...traceHeaders(),
      [PRINCIPAL_HEADER]: this.voucher.sign({ principal, ip }, service, this.clock.now()),
      [REQUEST_ID_HEADER]: request.id,
    };
  }

  /** For a call that the gateway makes to `service` by itself, on nobody's behalf. */
  signOwn(service: ServiceName): Record<string, string> {
    const call = { principal: { kind: 'public' as const }, ip: '127.0.0.1' };
    return { ...traceHeaders(), [PRINCIPAL_HEADER]: this.voucher.sign(call, service, this.clock.now()) };
  }
}

function forwardedFor(request: FastifyRequest): string | undefined {
  const value = request.headers['x-forwarded-for'];
  return Array.isArray(value) ? value.join(',') : value;
}
