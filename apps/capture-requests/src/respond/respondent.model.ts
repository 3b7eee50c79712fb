import type { Branding } from '@capture/contracts';
import type { LinkKind } from '../links/link.model.js';
import type { CaptureRequest } from '../requests/capture-request.model.js';

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
