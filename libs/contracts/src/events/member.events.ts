import { IdField, StringField } from '../fields/values.js';
import { EventType } from './event.js';

class MemberFact {
  @IdField('member') memberId: string;
}

@EventType('sign_in.ended', {
  audience: 'internal',
  description:
    'A member signed out, set another password or was removed: what a browser holds open by that sign-in ends.',
})
export class SignInEnded extends MemberFact {
  @StringField({ max: 200, description: 'Identifies the sign-in; not a credential' }) signInId: string;
}

@EventType('member.removed', {
  audience: 'internal',
  description: 'A person is no member of the organization any more: whatever they hold open ends.',
})
export class MemberRemoved extends MemberFact {}
