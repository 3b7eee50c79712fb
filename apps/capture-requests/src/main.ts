import 'reflect-metadata';
import { runService } from '@capture/platform';
import { captureRequests } from './app.module.js';

await runService(captureRequests);
