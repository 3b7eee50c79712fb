import { Module } from '@nestjs/common';
import { DocsFace } from './docs.face.js';

@Module({ providers: [DocsFace], exports: [DocsFace] })
export class DocsModule {}
