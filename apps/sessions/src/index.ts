export { MIGRATIONS as migrations, SCHEMA as schema, sessions } from './app.module.js';
