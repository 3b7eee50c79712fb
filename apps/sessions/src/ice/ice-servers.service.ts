import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { SessionsConfig } from '../config.js';
import type { IceServer } from '../messages/ice-server.js';
import { iceServersFor, unusable, type IceSettings } from './ice-servers.model.js';

/** The servers by which participants find a way to each other. */
@Injectable()
export class IceServersService implements OnModuleInit {
  private readonly logger = new Logger('rooms');
  private readonly settings: IceSettings;

  constructor(
    config: SessionsConfig,
    private readonly clock: Clock,
  ) {
    this.settings = {
      urls: config.CAPTURE_ICE_SERVERS,
      secret: config.CAPTURE_TURN_SECRET,
      ttlSec: config.CAPTURE_TURN_TTL_SEC,
    };
  }

  onModuleInit(): void {
    const servers = unusable(this.settings);
    if (servers.length > 0)
      this.logger.warn(
        { servers },
        'left out of CAPTURE_ICE_SERVERS: a TURN server needs CAPTURE_TURN_SECRET, or user:password@ before its host',
      );
  }

  for(participantId: string): IceServer[] {
    return iceServersFor(this.settings, participantId, this.clock.now());
  }
}
