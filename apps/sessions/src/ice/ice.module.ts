import { Module } from '@nestjs/common';
import { IceServersService } from './ice-servers.service.js';

/** How participants find a way to each other. */
@Module({ providers: [IceServersService], exports: [IceServersService] })
export class IceModule {}
