import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { RenditionName } from '../store/object-keys.js';

export interface DownloadGrantRow {
  organizationId: string;
  recordingId: string;
  trackId: string;
  /** Id of the key or member. */
  callerId: string;
  rendition: 'original' | RenditionName;
  ipAddress: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Records who was given a URL of which file. */
@Injectable()
export class DownloadRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async record(grant: DownloadGrantRow): Promise<void> {
    await this.database.client.downloadGrant.create({ data: grant });
  }
}
