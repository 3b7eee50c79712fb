import type { LinkKind } from '../links/link.model.js';
import type { CaptureRequest } from '../requests/capture-request.model.js';

/** Who is asking, as they show themselves. */
export interface Branding {
  name: string;
  colour: string | null;
  /** SHA-256 of the logo. */
  logo: string | null;
}

/** The holder of a link, with the request that it leads to. */
export interface Respondent {
  kind: LinkKind;
  /** Contact or campaign. */
  id: string;
  linkVersion: number;
  contactName: string | null;
  request: CaptureRequest;
  paused: boolean;
  submissionCap: number;
  /** Null until accounts has said it. */
  branding: Branding | null;
}
