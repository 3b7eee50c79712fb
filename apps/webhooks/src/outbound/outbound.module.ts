import { Module } from '@nestjs/common';
import { AddressGuard } from './address-guard.js';
import { NameResolver } from './name-resolver.js';
import { OutboundHttp } from './outbound-http.js';

/** Requests to customers' servers: which addresses are allowed, and how they are sent. */
@Module({
  providers: [AddressGuard, NameResolver, OutboundHttp],
  exports: [AddressGuard, OutboundHttp],
})
export class OutboundModule {}
