export * from './blocks-read.js';
export * from './list-plans.js';
export * from './movable-clock.js';
export * from './organization-lock.js';
export * from './principals.js';
export * from './service-client.js';
export * from './service-database.js';
export * from './two-organizations.js';
