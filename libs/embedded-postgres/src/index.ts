export { folderClosedToOthers } from './binaries.js';
export * from './embedded-postgres.js';
export { serverIdentity } from './server-identity.js';
