import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { MOST_COUNTED, type OutlivedCountDto } from './outlived.dto.js';
import { OutlivedRepository } from './outlived.repository.js';

/** Tells what a shorter retention would delete, before it is set. */
@Injectable()
export class OutlivedService {
  constructor(
    private readonly outlived: OutlivedRepository,
    private readonly clock: Clock,
  ) {}

  async count(organizationId: string, retentionDays: number): Promise<OutlivedCountDto> {
    const found = await this.outlived.count(
      organizationId,
      retentionDays,
      this.clock.now(),
      MOST_COUNTED + 1,
    );
    return {
      retentionDays,
      recordings: Math.min(found, MOST_COUNTED),
      hasMore: found > MOST_COUNTED,
    };
  }
}
