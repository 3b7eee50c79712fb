import { AppError } from './errors/app-error.js';

/** Media type of SCIM 2.0 (RFC 7644, 8.1). */
export const SCIM_CONTENT_TYPE = 'application/scim+json';
/** Tokens of directories begin so: who finds one knows what it is, and no other route takes it. */
export const SCIM_TOKEN_PREFIX = 'cap_scim_';

/** Why a call was refused, in the words of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A refusal that SCIM has a word of its own for. */
export class ScimRefusal extends AppError {
  constructor(
    readonly scimType: ScimType,
    detail: string,
  ) {
    super(scimType === 'uniqueness' ? 'conflict' : 'invalid_input', detail);
  }
}

/** An error as RFC 7644, 3.12 writes it. */
export interface ScimError {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'];
  /** The HTTP status, as text. */
  status: string;
  scimType?: ScimType;
  detail: string;
}

export function toScimError(error: AppError): ScimError {
  const scimType = scimTypeOf(error);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    ...(scimType && { scimType }),
    detail: error.detail,
  };
}

/** What has no word of its own and is 400 is a body or query that could not be read. */
function scimTypeOf(error: AppError): ScimType | undefined {
  if (error instanceof ScimRefusal) return error.scimType;
  return error.status === 400 ? 'invalidSyntax' : undefined;
}
