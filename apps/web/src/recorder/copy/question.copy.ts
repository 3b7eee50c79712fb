/** The texts of the question's page that its preview has as well. */
export const questionCopy = {
  turnOn: 'Turn on camera and microphone',
};
