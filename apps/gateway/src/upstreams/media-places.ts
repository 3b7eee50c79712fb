/** Answers with media at once, of which so many are copied by hand. All of them find a connection: none waits behind another. */
export const [MEDIA_PLACES, COPIED_PLACES] = [512, 256];
