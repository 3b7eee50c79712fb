/** RFC 6750 token characters; nothing that we issue is longer. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

/** The bearer token of an `Authorization` header; undefined when there is none or it is malformed. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}
