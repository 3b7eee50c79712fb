import { newId } from '@capture/contracts';
import { trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { NatsServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Commands } from '@capture/messaging';
import { InProcessBus } from '@capture/messaging';
import { anEvent } from './fixtures/events.js';
import { startDatabase, type ProbeDatabase } from './fixtures/database.js';
import { startTestService } from './fixtures/service.js';

type SpanProcessor = NonNullable<
  NonNullable<ConstructorParameters<typeof NodeSDK>[0]>['spanProcessors']
>[number];
type FinishedSpan = Parameters<SpanProcessor['onEnd']>[0];

const finished: FinishedSpan[] = [];
const processor: SpanProcessor = {
  onStart: () => undefined,
  onEnd: (span) => void finished.push(span),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

const sdk = new NodeSDK({ serviceName: 'tests', spanProcessors: [processor] });
beforeAll(() => sdk.start());
afterAll(() => sdk.shutdown());

describe.each(['in process', 'NATS'])('traces, bus: %s', (kind) => {
  let nats: NatsServer | undefined;
  let database: ProbeDatabase;
  beforeAll(async () => {
    if (kind === 'NATS') nats = await NatsServer.start();
    database = await startDatabase(inject('postgresAdminUrl'));
  });
  afterAll(async () => {
    await database.close();
    await nats?.stop();
  });

  it('continue from the transaction into the event handler, and from the caller into the command', async () => {
    const bus = new InProcessBus();
    bus.open();
    const service = await startTestService({ database, bus: nats?.url ?? bus });
    const event = anEvent();
    const traceId = await trace.getTracer('test').startActiveSpan('use case', async (span) => {
      await service.commit(event);
      await service.app
        .get(Commands)
        .send('accounts.check_allowance', { organizationId: newId('organization') });
      span.end();
      return span.spanContext().traceId;
    });
    const found = (name: string) =>
      finished.find((span) => span.name === name && span.spanContext().traceId === traceId);
    const processed = await until('the consumer span', () => found('process ping'));
    expect(processed.attributes).toMatchObject({ 'messaging.message.id': event.id });
    expect(found('send accounts.check_allowance.v1')).toBeDefined();
    expect(found('handle accounts.check_allowance.v1')?.parentSpanContext?.spanId).toBe(
      found('send accounts.check_allowance.v1')?.spanContext().spanId,
    );
    await service.close();
  });
});
