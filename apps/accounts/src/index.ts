export { accounts } from './app.module.js';
