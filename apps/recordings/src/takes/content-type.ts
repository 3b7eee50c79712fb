/** `video/mp4` of `video/mp4;codecs="avc1.42E01E,opus"`, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
