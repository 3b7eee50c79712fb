import { Module } from '@nestjs/common';
import { WebFace } from './web.face.js';

@Module({ providers: [WebFace], exports: [WebFace] })
export class WebModule {}
