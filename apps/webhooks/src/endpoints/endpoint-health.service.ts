import { Injectable } from '@nestjs/common';
import { createEvent, WebhookEndpointDisabled } from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import type { AttemptResult } from '../outbound/attempt.model.js';
import { EndpointAnnouncements } from './endpoint-announcements.js';
import { afterOutcome, sameHealth, type EndpointHealth } from './endpoint.model.js';
import { EndpointRepository } from './endpoint.repository.js';

/** Where an attempt went, and how often the endpoint had been asked to be enabled when it began. */
interface Attempted {
  organizationId: string;
  endpointId: string;
  url: string;
  enabledTimes: number;
}

/** Keeps track of how endpoints answer, and disables those that have failed for too long. */
@Injectable()
export class EndpointHealthService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRepository,
    private readonly announcements: EndpointAnnouncements,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes in the outcome of an attempt. `seen` is the endpoint's health when the outcome was recorded: when it would not
   * change, as after the usual success, nothing is locked or written. What a former URL answers says nothing about the endpoint,
   * nor does an attempt from before it was asked to be enabled: what an integrator asks for last stands.
   */
  async recordAttempt(
    { organizationId, endpointId: id, url, enabledTimes }: Attempted,
    seen: EndpointHealth,
    result: AttemptResult,
  ): Promise<void> {
    const now = this.clock.now();
    if (sameHealth(seen, afterOutcome(seen, result, now).health)) return;
    await this.database.run(async () => {
      const before = await this.endpoints.lock(organizationId, id);
      if (before?.url !== url || before.enabledTimes !== enabledTimes) return;
      const { health, notice } = afterOutcome(before, result, now);
      await this.endpoints.saveHealth(id, pickHealth(health));
      if (health.status === 'disabled') await this.announcements.disabled(id, now);
      if (notice === null) return;
      this.outbox.add(
        createEvent(WebhookEndpointDisabled, organizationId, { webhookEndpointId: id, reason: notice }, now),
      );
    });
  }
}

function pickHealth({
  status,
  disabledReason,
  promptStreak,
  failingSince,
  warnedAt,
}: EndpointHealth): EndpointHealth {
  return { status, disabledReason, promptStreak, failingSince, warnedAt };
}
