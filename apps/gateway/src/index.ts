export { gateway } from './app.module.js';
export { GatewayConfig } from './config.js';
export { OperatorServer } from './route-groups/operator/operator-server.js';
export { IN_PROCESS_SERVICES, type InProcessServices } from './upstreams/in-process-services.js';
export { CONSOLE_ROUTES, type ConsoleRow } from './table/console-routes.js';
export { OPERATOR_ROUTES } from './table/operator-routes.js';
export { allowsAnyOrigin, ROUTES, type Row } from './table/routes.js';
export { SERVICES, type ServiceName } from './table/services.js';
