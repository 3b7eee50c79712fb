export { gateway } from './app.module.js';
export { GatewayConfig } from './config.js';
export { CONSOLE_ROUTES, type ConsoleRow } from './console.routes.js';
export { NEIGHBOURS, type Neighbours } from './neighbours.js';
export { allowsAnyOrigin, OPERATOR_ROUTES, ROUTES, SERVICES, type Row, type ServiceName } from './routes.js';
