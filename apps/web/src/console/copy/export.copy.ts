/** The texts of lists that are saved as files. */
import { localized } from '../../language/catalogue.js';

export const exportCopy = localized('console/export', 'exportCopy', {
  progress: (done: number) => `${done.toLocaleString('en')} read…`,
  waiting: 'There were many requests. It goes on in a moment.',
  cancel: 'Stop',
  saved: (count: number) =>
    count === 1 ? '1 entry is in the file.' : `${count.toLocaleString('en')} entries are in the file.`,
  cut: (most: number) =>
    `The list is longer: the file has its first ${most.toLocaleString('en')} entries only.`,
});
