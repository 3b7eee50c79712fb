import 'reflect-metadata';
import { runService } from '@capture/platform';
import { webhooks } from './app.module.js';

await runService(webhooks);
