import { Module } from '@nestjs/common';
import { ErasureCommands } from './erasure.commands.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

@Module({ controllers: [ErasureCommands], providers: [ErasureRepository, ErasureService] })
export class ErasuresModule {}
