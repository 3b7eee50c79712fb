export { sessions } from './app.module.js';
export { CLIENT_MESSAGES } from './messages/client-messages.js';
export { PROTOCOL_VERSION, SERVER_MESSAGES } from './messages/server-messages.js';
