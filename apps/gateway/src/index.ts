export { gateway } from './app.module.js';
export { GatewayConfig } from './config.js';
export { NEIGHBOURS, type Neighbours } from './neighbours.js';
export { allowsAnyOrigin, OPERATOR_ROUTES, ROUTES, SERVICES, type Row, type ServiceName } from './routes.js';
