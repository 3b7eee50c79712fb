export { webhooks } from './app.module.js';
