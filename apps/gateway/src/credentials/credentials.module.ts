import { Module } from '@nestjs/common';
import { Credentials } from './credentials.js';

@Module({ providers: [Credentials], exports: [Credentials] })
export class CredentialsModule {}
