import { Injectable } from '@nestjs/common';

type StatusHandler = (endpointId: string, now: Date) => Promise<unknown>;
type DeletedHandler = (endpointId: string) => Promise<unknown>;

/**
 * Tells those who depend on endpoints that one has changed, inside the transaction that changes it. A handler that fails
 * fails the change.
 */
@Injectable()
export class EndpointAnnouncements {
  private readonly disabledHandlers: StatusHandler[] = [];
  private readonly enablingHandlers: StatusHandler[] = [];
  private readonly deletedHandlers: DeletedHandler[] = [];

  onDisabled(handler: StatusHandler): void {
    this.disabledHandlers.push(handler);
  }

  onEnabling(handler: StatusHandler): void {
    this.enablingHandlers.push(handler);
  }

  onDeleted(handler: DeletedHandler): void {
    this.deletedHandlers.push(handler);
  }

  /** Also about an endpoint that was disabled before: nothing may be sent to it. */
  async disabled(endpointId: string, now: Date): Promise<void> {
    for (const handler of this.disabledHandlers) await handler(endpointId, now);
  }

  /** About a disabled endpoint that is to be enabled. @throws AppError conflict while it cannot be */
  async enabling(endpointId: string, now: Date): Promise<void> {
    for (const handler of this.enablingHandlers) await handler(endpointId, now);
  }

  async deleted(endpointId: string): Promise<void> {
    for (const handler of this.deletedHandlers) await handler(endpointId);
  }
}
