import 'reflect-metadata';
import { runService } from '@capture/platform';
import { recordings } from './app.module.js';

await runService(recordings);
