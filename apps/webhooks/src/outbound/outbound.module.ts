import { Module } from '@nestjs/common';
import { AddressGuard, NameResolver } from '@capture/platform';
import { addressRulesOf, WebhooksConfig } from '../config.js';
import { OutboundHttp } from './outbound-http.js';

const guard = (config: WebhooksConfig): AddressGuard =>
  new AddressGuard(addressRulesOf(config), new NameResolver(config.CAPTURE_WEBHOOK_DNS_SERVERS));

/** Requests to customers' servers: which addresses are allowed, and how they are sent. */
@Module({
  providers: [{ provide: AddressGuard, useFactory: guard, inject: [WebhooksConfig] }, OutboundHttp],
  exports: [AddressGuard, OutboundHttp],
})
export class OutboundModule {}
