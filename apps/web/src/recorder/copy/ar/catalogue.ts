import type { Catalogue } from '../../../language/catalogue.js';
import { shared } from '../../../ui/copy/ar/page.js';
import { question } from './question.js';
import { recorder } from './recorder.js';
import { steps } from './steps.js';

export const catalogue: Catalogue = {
  ...shared,
  'recorder/question': question,
  'recorder/recorder': recorder,
  'recorder/steps': steps,
};
