export type { FieldOptions } from './field.js';
export * from './composites.js';
export * from './values.js';
