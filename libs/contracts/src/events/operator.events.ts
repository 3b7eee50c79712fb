import { StringField } from '../fields.js';
import { EventType } from './event.js';

@EventType('operator.acted', {
  audience: 'internal',
  description:
    'An operator did something to what an organization has, in a service that keeps no audit log: accounts writes it into its own.',
})
export class OperatorActed {
  @StringField({ max: 100, description: 'What was done, for instance upload.redriven' }) action: string;
  @StringField({ max: 200, description: 'Id of what it was done to' }) subject: string;
  @StringField({ max: 100, description: "The operator's address" }) ip: string;
}
