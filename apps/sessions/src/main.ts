import 'reflect-metadata';
import { runService } from '@capture/platform';
import { sessions } from './app.module.js';

await runService(sessions);
