export * from './bus/bus.js';
export * from './bus/bus.persistence.js';
export * from './bus/bus.server.js';
export { CommandHandler } from './bus/command-handler.js';
export { Commands } from './bus/commands.js';
export * from './bus/config.js';
export * from './in-process/in-process.bus.js';
export * from './messaging.module.js';
export * from './nats/nats.bus.js';
