export { recordings } from './app.module.js';
