export { captureRequests } from './app.module.js';
