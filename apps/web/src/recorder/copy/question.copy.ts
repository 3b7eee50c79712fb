/** The texts of the question's page, which its preview in the console and a room have parts of as well. */
import { localized } from '../../language/catalogue.js';

export const questionCopy = localized('recorder/question', 'questionCopy', {
  loading: 'Loading the question…',
  region: 'Question',
  upTo: (length: string) => `Up to ${length}`,
  openUntil: (when: string) => `Open until ${when}`,
  again: 'Record again as often as you like before you submit',
  release: 'Release',
  releaseLater: 'You are asked to accept this when you submit your recording.',
  turnOn: 'Turn on camera and microphone',
  hint: 'You see yourself first. Recording begins only when you start it, and nothing leaves this device until you submit.',
});

export const microphoneCopy = localized('recorder/question', 'microphoneCopy', {
  level: 'Microphone level',
  silent: 'Nothing is heard. Say something, or check that your microphone is not muted.',
});

export const sizeCopy = localized('recorder/question', 'sizeCopy', {
  of: (part: string, whole: string) => `${part} of ${whole}`,
  percent: (percent: number) => `${percent} %`,
});
