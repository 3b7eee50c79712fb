import { Injectable } from '@nestjs/common';
import { invalidField, type MeasuredTiming } from '@capture/contracts';
import type { OwnClock } from '../messages/server-messages.js';
import type { ParticipantRef } from '../rooms/participant.repository.js';
import { clockAt, type ClockSample } from './clock-fit.model.js';
import { ClockSampleRepository } from './clock-sample.repository.js';

const MARGIN_MS = 3_600_000;

/** Instants of the device's own clock, that of its pings, in Unix milliseconds. */
export interface DeviceStarts {
  clockId?: string;
  /** Of the first frame of the file. */
  videoAt?: number;
  /** Of the first sound of the file. */
  audioAt?: number;
}

/** Puts what devices recorded on the room's clock, by how their clocks compared with it (ADR 35). */
@Injectable()
export class AlignmentService {
  constructor(private readonly samples: ClockSampleRepository) {}

  async record(
    { sessionId, participantId }: ParticipantRef,
    clockId: string,
    sample: ClockSample & { bucket: number },
  ): Promise<void> {
    await this.samples.save({ sessionId, participantId, clockId }, sample);
  }

  /** The participant's clock as it was last compared; undefined when it never was. */
  async clockOf(participantId: string): Promise<OwnClock | undefined> {
    const latest = await this.samples.latest(participantId);
    if (!latest) return undefined;
    const { clockId, deviceAt } = latest;
    const samples = await this.samples.nearest(participantId, clockId, deviceAt);
    const known = clockAt(samples, deviceAt);
    return known && { clockId, ...known, samples: samples.length };
  }

  /**
   * When the parts of a file began, on the room's clock; undefined when the device's was never compared with it.
   * @throws AppError `invalid_input` naming the member of `starts` that cannot be.
   */
  async timingOf(
    participantId: string,
    starts: DeviceStarts | undefined,
    open: { openedAt: Date; now: Date },
  ): Promise<MeasuredTiming | undefined> {
    const { clockId = '', videoAt, audioAt } = starts ?? {};
    const at = videoAt ?? audioAt;
    if (at === undefined) return undefined;
    const known = clockAt(await this.samples.nearest(participantId, clockId, at), at);
    if (!known) return undefined;
    const { offsetMs, uncertaintyMs, driftPpm } = known;
    const onRoomClock = (name: string, instant: number | undefined): number | null => {
      if (instant === undefined) return null;
      const start = instant + offsetMs;
      if (start < open.openedAt.getTime() - MARGIN_MS || start > open.now.getTime() + MARGIN_MS) {
        const detail = `${name} is no instant between the opening of the session and now; leave out what was not measured.`;
        throw invalidField(`starts.${name}`, 'out_of_range', detail);
      }
      return start;
    };
    return {
      videoStartMs: onRoomClock('videoAt', videoAt),
      audioStartMs: onRoomClock('audioAt', audioAt),
      offsetUncertaintyMs: uncertaintyMs,
      driftPpm,
    };
  }
}
