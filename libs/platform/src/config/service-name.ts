/** Process name, for logs, metrics, durable consumers and schemas. */
export const SERVICE_NAME = Symbol('service name');
