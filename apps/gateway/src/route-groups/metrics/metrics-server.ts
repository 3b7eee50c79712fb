import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Metrics } from '@capture/platform';
import { GatewayConfig } from '../../config.js';

/** Serves `/metrics` on a separate port, because the gateway's own port is public. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | undefined;

  constructor(
    private readonly config: GatewayConfig,
    private readonly metrics: Metrics,
  ) {}

  /** Port in use; undefined while it does not listen. */
  get port(): number | undefined {
    const address = this.server?.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { CAPTURE_METRICS_PORT: port, CAPTURE_METRICS_HOST: host } = this.config;
    if (port === undefined) return;
    this.server = createServer((request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': this.metrics.contentType }).end(text),
        (error: unknown) => {
          this.logger.error({ err: error }, 'metrics could not be collected');
          response.writeHead(500).end();
        },
      );
    }).listen(port, host);
    await once(this.server, 'listening');
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
