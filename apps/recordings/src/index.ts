export { MIGRATIONS as migrations, recordings, SCHEMA as schema } from './app.module.js';
