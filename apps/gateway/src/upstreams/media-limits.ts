/** Answers with media at once. There are as many connections for them: none waits behind another. */
export const MAX_MEDIA_ANSWERS = 512;
/** Of these, so many are passed on by `MediaPipe`, with two buffers each; the others take the usual way. */
export const MAX_PIPED_ANSWERS = 256;
