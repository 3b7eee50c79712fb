import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { AccountsConfig } from '../config.js';
import { RECORD_PREFIX, recordOf, type Found, type MailDomain } from './mail-domain.model.js';

/** Milliseconds for a look-up in all, whatever the servers do. */
const LOOK_UP_MS = 5_000;
/** Of what others published, so much is shown. */
const MOST_SHOWN = 3;
const MOST_CHARACTERS = 120;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Asks DNS for the records that prove domains. It follows no URL, and connects to the configured DNS servers alone. */
@Injectable()
export class DomainRecords {
  constructor(private readonly config: AccountsConfig) {}

  async find(domain: Pick<MailDomain, 'domain' | 'token'>): Promise<Found> {
    // One for each look-up, since to cancel one is to cancel all of a resolver.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    const servers = this.config.CAPTURE_DOMAIN_DNS_SERVERS;
    if (servers.length > 0) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), LOOK_UP_MS);
    try {
      const records = await resolver.resolveTxt(domain.domain);
      // A text of more than 255 bytes comes in pieces.
      const texts = records.map((pieces) => pieces.join(''));
      if (texts.includes(recordOf(domain))) return { outcome: 'record' };
      return texts.length === 0
        ? { outcome: 'no_record' }
        : { outcome: 'other_value', values: shownOf(texts) };
    } catch (error) {
      return { outcome: outcomeOf((error as NodeJS.ErrnoException).code) };
    } finally {
      clearTimeout(deadline);
    }
  }
}

function outcomeOf(code: string | undefined): 'no_name' | 'no_record' | 'no_answer' {
  if (code === 'ENOTFOUND') return 'no_name';
  return code === 'ENODATA' ? 'no_record' : 'no_answer';
}

/** Records for others are none of ours to show, and these may hold anything. */
function shownOf(texts: readonly string[]): string[] {
  return texts
    .filter((text) => text.startsWith(RECORD_PREFIX) && PRINTABLE.test(text))
    .slice(0, MOST_SHOWN)
    .map((text) => text.slice(0, MOST_CHARACTERS));
}
