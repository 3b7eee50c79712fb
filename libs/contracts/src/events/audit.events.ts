import { ObjectField } from '../fields/composites.js';
import { StringField } from '../fields/values.js';
import { EventType } from './event.js';

@EventType('change.made', {
  audience: 'internal',
  description:
    'A caller changed what an organization has, or was given its footage, in a service that keeps no audit log: accounts writes it into its own.',
})
export class ChangeMade {
  @StringField({ max: 100, description: 'Id of the key or member who did it; operator' }) actor: string;
  @StringField({ max: 100, description: "The caller's address" }) ip: string;
  @StringField({ max: 100, description: 'What was done, for instance contact.removed' }) action: string;
  @StringField({ max: 200, description: 'Id of what it was done to' }) subject: string;
  @ObjectField({
    description:
      'Ids, names of changed fields, times and numbers; never links, secrets or what people are called',
  })
  detail: object;
}
