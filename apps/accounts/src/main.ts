import 'reflect-metadata';
import { runService } from '@capture/platform';
import { accounts } from './app.module.js';

await runService(accounts);
