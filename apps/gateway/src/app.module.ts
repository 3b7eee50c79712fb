import { Logger, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MessagingModule } from '@capture/messaging';
import { sendProblem, toAppError, type ServiceDefinition } from '@capture/platform';
import type { FastifyInstance } from 'fastify';
import { Admission, BUDGETS } from './admission.js';
import { registerApi } from './api.routes.js';
import type { BudgetStore } from './budget.js';
import { MemoryBudgets } from './budget.memory.js';
import { RedisBudgets } from './budget.redis.js';
import { ResilientBudgets } from './budget.resilient.js';
import { BudgetsClosing } from './budgets-closing.js';
import { GatewayConfig } from './config.js';
import { ConsoleAdmission } from './console-admission.js';
import { registerConsole } from './console.routes.js';
import { Credentials } from './credentials.js';
import { registerDocs } from './docs.routes.js';
import { Forwarder } from './forwarder.js';
import { MetricsDoor } from './metrics-door.js';
import { OperatorFanOut } from './operator-fan-out.js';
import { PublishedKeys } from './published-keys.js';
import { SOCKET_PATHS } from './routes.js';
import { Sockets } from './sockets.js';
import { Upstreams } from './upstreams.js';
import { registerWeb } from './web.routes.js';

function openBudgets(config: GatewayConfig): BudgetStore {
  if (config.REDIS_URL === undefined) return new MemoryBudgets();
  const logger = new Logger(RedisBudgets.name);
  const shared = new RedisBudgets(config.REDIS_URL, config.CAPTURE_REDIS_TIMEOUT_MS, (error) =>
    logger.warn({ err: error }, 'Redis is not there'),
  );
  return new ResilientBudgets(shared, config.CAPTURE_GATEWAY_COUNT);
}

@Module({
  imports: [MessagingModule.withoutDatabase()],
  providers: [
    Admission,
    ConsoleAdmission,
    Credentials,
    Forwarder,
    MetricsDoor,
    OperatorFanOut,
    PublishedKeys,
    Sockets,
    Upstreams,
    BudgetsClosing,
    { provide: BUDGETS, useFactory: openBudgets, inject: [GatewayConfig] },
  ],
})
class GatewayModule {}

/** Renders errors as the platform's filter does, which Fastify scopes of their own do not inherit. */
function answerProblems(scope: FastifyInstance, config: GatewayConfig): void {
  const logger = new Logger('gateway');
  scope.setErrorHandler((error, request, reply) => {
    const shown = toAppError(error);
    if (shown.code === 'internal') logger.error({ err: error, requestId: request.id }, 'unexpected error');
    sendProblem(shown, config.CAPTURE_PUBLIC_URL, request, reply);
  });
}

/** One line an answer, as the platform logs those of controllers; its serializers leave query and headers out. */
function logAnswers(scope: FastifyInstance): void {
  const logger = new Logger('http');
  scope.addHook('onResponse', (request, reply, done) => {
    const req = { id: request.id, method: request.method, url: request.url };
    const responseTime = Math.round(reply.elapsedTime);
    logger.log({ req, res: reply.raw, responseTime, service: 'gateway' }, 'answered');
    done();
  });
}

/** Routes that are no Nest controllers: they stream, or serve files. */
async function prepare(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    done();
  });
  const parts = {
    admission: app.get(Admission),
    forwarder: app.get(Forwarder),
    fanOut: app.get(OperatorFanOut),
    keys: app.get(PublishedKeys),
    sockets: app.get(Sockets),
  };
  const define = async (routes: (scope: FastifyInstance) => Promise<void> | void): Promise<void> => {
    await server.register(async (scope) => {
      logAnswers(scope);
      answerProblems(scope, config);
      await routes(scope);
    });
  };
  await define((scope) => registerApi(scope, parts));
  await define((scope) =>
    registerConsole(scope, { admission: app.get(ConsoleAdmission), forwarder: parts.forwarder, config }),
  );
  await define((scope) => registerDocs(scope, config));
  await define((scope) => registerWeb(scope, config));
}

export const gateway: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  module: GatewayModule,
  publicDoor: true,
  sockets: SOCKET_PATHS,
  prepare,
};
