import type { Catalogue } from '../../../language/catalogue.js';
import { question } from '../../../recorder/copy/ar/question.js';
import { brokenPage } from '../../../ui/copy/ar/page.js';
import { account, passkeys } from './account.js';
import { console } from './console.js';
import { organization, plan } from './organization.js';
import { exports, recordings } from './recordings.js';
import { requests } from './requests.js';
import { sessions } from './sessions.js';
import { erasures, settings } from './settings.js';
import { events, webhooks } from './webhooks.js';

export const catalogue: Catalogue = {
  'ui/broken-page': brokenPage,
  'recorder/question': question,
  'console/account': account,
  'console/console': console,
  'console/erasures': erasures,
  'console/events': events,
  'console/export': exports,
  'console/organization': organization,
  'console/passkeys': passkeys,
  'console/plan': plan,
  'console/recordings': recordings,
  'console/requests': requests,
  'console/sessions': sessions,
  'console/settings': settings,
  'console/webhooks': webhooks,
};
