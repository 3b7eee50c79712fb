export { webhooks } from './app.module.js';
export { MIGRATIONS as migrations, SCHEMA as schema } from './migrations.js';
