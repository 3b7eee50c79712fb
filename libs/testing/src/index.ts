export * from './nats.js';
export * from './ports.js';
export * from './postgres.js';
export * from './process.js';
export * from './redis.js';
export * from './s3.js';
export * from './test-database.js';
export * from './until.js';
