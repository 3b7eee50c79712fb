import 'reflect-metadata';
import { runService } from '@capture/platform';
import { gateway } from './app.module.js';

await runService(gateway);
