import { Module } from '@nestjs/common';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { Sockets } from './sockets.js';

@Module({ imports: [ForwardingModule], providers: [Sockets], exports: [Sockets] })
export class SocketsModule {}
