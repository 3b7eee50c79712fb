export * from './config.js';
export * from './database.js';
export * from './embedded-postgres.js';
export * from './idempotency.interceptor.js';
export * from './migrate.js';
export * from './migrations.js';
export * from './persistence.module.js';
export * from './provisioning.js';
