import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import {
  AppError,
  commandSubject,
  replyProblems,
  type CommandPattern,
  type CommandPayload,
  type CommandReply,
} from '@capture/contracts';
import { inSpan, SpanKind } from '@capture/platform';
import { lastValueFrom } from 'rxjs';
import type { BusClientProxy, CommandRecord } from '../bus/bus.client.js';
import { BusPersistence } from '../bus/bus.persistence.js';
import { BUS_SETTINGS, type BusSettings } from '../bus/config.js';

/** The client that `ClientsModule` registers. */
export const BUS_CLIENT = Symbol('bus client');

/** Sends commands to other services, typed by their classes in `@capture/contracts`. */
@Injectable()
export class Commands {
  private readonly logger = new Logger(Commands.name);

  constructor(
    @Inject(BUS_CLIENT) private readonly client: BusClientProxy,
    @Inject(BUS_SETTINGS) private readonly settings: BusSettings,
    @Optional() private readonly persistence?: BusPersistence,
  ) {}

  /**
   * Sends a command and resolves with its reply. Safe to repeat: commands are idempotent by an id of the caller's.
   * Never inside a transaction: a neighbour that hangs would empty the pool of connections (ADR 25).
   * @throws Error inside a transaction.
   * @throws AppError as the other service refused, `service_unavailable` without a reply in time, or `internal` when the
   * reply does not fit its class.
   */
  async send<P extends CommandPattern>(
    pattern: P,
    payload: CommandPayload<P>,
    options: { timeoutMs?: number } = {},
  ): Promise<CommandReply<P>> {
    if (this.persistence?.inTransaction)
      throw new Error(`${pattern} was sent inside a transaction; ask first, then open it`);
    const timeoutMs = options.timeoutMs ?? this.settings.CAPTURE_COMMAND_TIMEOUT_MS;
    const record: CommandRecord = { payload, timeoutMs };
    const subject = commandSubject(pattern);
    return inSpan(`send ${subject}`, { kind: SpanKind.CLIENT }, async () => {
      const reply: unknown = await lastValueFrom(this.client.send(subject, record));
      const problems = replyProblems(pattern, reply);
      if (problems.length === 0) return reply as CommandReply<P>;
      this.logger.error({ subject, problems }, 'a reply does not fit its class');
      throw new AppError('internal', 'A part of the service gave an answer that we cannot read.');
    });
  }
}
