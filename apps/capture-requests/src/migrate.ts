import 'reflect-metadata';
import { migrate } from '@capture/persistence';
import { MIGRATIONS, SCHEMA } from './migrations.js';

await migrate(SCHEMA, MIGRATIONS);
