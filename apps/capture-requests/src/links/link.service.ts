import { Injectable } from '@nestjs/common';
import { CaptureRequestsConfig } from '../config.js';
import { isLinkKey, linkUrl } from './link-key.js';
import type { LinkTarget } from './link.model.js';

/** Makes and checks links with this installation's public address and secret. */
@Injectable()
export class LinkService {
  constructor(private readonly config: CaptureRequestsConfig) {}

  url(target: LinkTarget): string {
    return linkUrl(this.config.CAPTURE_PUBLIC_URL, this.config.CAPTURE_LINK_SECRET, target);
  }

  opens(target: LinkTarget, key: string): boolean {
    return isLinkKey(this.config.CAPTURE_LINK_SECRET, target, key);
  }
}
