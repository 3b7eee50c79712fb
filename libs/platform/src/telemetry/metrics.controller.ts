import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenAccess } from '../principal/access.js';
import { Metrics } from './metrics.js';

/** Open like the probes: services are reachable from inside only. The gateway serves metrics on a port of its own. */
@ApiExcludeController()
@OpenAccess()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async read(@Res() reply: FastifyReply): Promise<void> {
    await reply.header('content-type', this.metrics.contentType).send(await this.metrics.text());
  }
}
