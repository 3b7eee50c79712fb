import type { LinkKind } from '../links/link.model.js';
import type { CaptureRequest } from '../requests/capture-request.model.js';

/** Who holds a link, and what it leads to. */
export interface Respondent {
  kind: LinkKind;
  /** Contact or campaign. */
  id: string;
  linkVersion: number;
  contactName: string | null;
  request: CaptureRequest;
  paused: boolean;
  submissionCap: number;
}
