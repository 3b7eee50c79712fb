export { MIGRATIONS as migrations, SCHEMA as schema, webhooks } from './app.module.js';
