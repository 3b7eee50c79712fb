import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AnswerLog, Listener, Metrics, Readiness } from '@capture/platform';
import { GatewayConfig } from '../../config.js';
import { answerProblems, beginAnswers } from '../answers.js';
import { OperatorRouteGroup } from './operator.route-group.js';

/** Serves the operator API on a separate port, because the gateway's own port is public. */
@Injectable()
export class OperatorServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OperatorServer.name);
  private listener: Listener | undefined;
  /** Base URL; undefined while it does not listen. */
  url: string | undefined;

  constructor(
    private readonly config: GatewayConfig,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly answers: AnswerLog,
    private readonly routes: OperatorRouteGroup,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { CAPTURE_OPERATOR_PORT: port, CAPTURE_OPERATOR_HOST: host } = this.config;
    if (port === undefined) return;
    this.listener = new Listener(this.config, this.readiness, this.metrics);
    const { server } = this.listener;
    // No HSTS here: browsers do not open this port, and its callers configure http or https themselves.
    beginAnswers(server, {});
    this.answers.follow(server);
    answerProblems(server, this.config);
    this.routes.register(server);
    this.url = await this.listener.listen(port, host);
    this.logger.log({ msg: 'the operator API is listening', url: this.url });
  }

  /** Calls under way are answered first: the services behind are still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.close();
    this.url = undefined;
  }
}
