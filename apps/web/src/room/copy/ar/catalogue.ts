import type { Catalogue } from '../../../language/catalogue.js';
import { question } from '../../../recorder/copy/ar/question.js';
import { shared } from '../../../ui/copy/ar/page.js';
import { room } from './room.js';
import { screens } from './screens.js';

export const catalogue: Catalogue = {
  ...shared,
  'recorder/question': question,
  'room/room': room,
  'room/screens': screens,
};
