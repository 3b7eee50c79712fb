export { gateway } from './app.module.js';
export { GatewayConfig } from './config.js';
export { allowsAnyOrigin, ROUTES, SERVICES, type Row, type ServiceName } from './routes.js';
