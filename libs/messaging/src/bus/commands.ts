import { Inject, Injectable } from '@nestjs/common';
import type { CommandAnswer, CommandPattern, CommandPayload } from '@capture/contracts';
import { inSpan, SpanKind, traceHeaders } from '@capture/platform';
import { Bus } from './bus.js';
import { BUS_SETTINGS, type BusSettings } from './config.js';

/** Asks another service to do something, by the patterns of `CommandMap`. */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: Bus,
    @Inject(BUS_SETTINGS) private readonly settings: BusSettings,
  ) {}

  /**
   * Sends a command and resolves with its answer. Safe to repeat: commands are idempotent by an id of the caller's.
   * @throws AppError as the other service refused, or `service_unavailable` when nobody answers in time.
   */
  async send<P extends CommandPattern>(
    pattern: P,
    payload: CommandPayload<P>,
    options: { timeoutMs?: number } = {},
  ): Promise<CommandAnswer<P>> {
    const timeoutMs = options.timeoutMs ?? this.settings.CAPTURE_COMMAND_TIMEOUT_MS;
    return inSpan(`send ${pattern}`, { kind: SpanKind.CLIENT }, async () => {
      const answer = await this.bus.request(pattern, payload, { timeoutMs, headers: traceHeaders() });
      return answer as CommandAnswer<P>;
    });
  }
}
