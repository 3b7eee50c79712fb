import 'reflect-metadata';
import { migrate } from '@capture/persistence';
import { MIGRATIONS, SCHEMA } from './app.module.js';

await migrate(SCHEMA, MIGRATIONS);
