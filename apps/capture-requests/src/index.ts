export { captureRequests, MIGRATIONS as migrations, SCHEMA as schema } from './app.module.js';
