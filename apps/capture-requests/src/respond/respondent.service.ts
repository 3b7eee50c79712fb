import { Injectable } from '@nestjs/common';
import { toAskingOrganizationDto } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import { linkExpired, type LinkKind } from '../links/link.model.js';
import { LinkService } from '../links/link.service.js';
import { assertCollecting } from '../requests/capture-request.model.js';
import type { Take } from '../takes/take.model.js';
import { TakeRepository } from '../takes/take.repository.js';
import { toRespondentRequestDto, type RespondentRequestDto } from './respondent.dto.js';
import type { Respondent } from './respondent.model.js';
import { RespondentRepository } from './respondent.repository.js';

/** Verifies link keys; every call of a respondent passes here. */
@Injectable()
export class RespondentService {
  constructor(
    private readonly database: Database,
    private readonly respondents: RespondentRepository,
    private readonly takes: TakeRepository,
    private readonly links: LinkService,
    private readonly config: CaptureRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError link_expired, or why the request is not collecting. */
  async show(kind: LinkKind, id: string, key: string): Promise<RespondentRequestDto> {
    const { request, paused, branding } = await this.resolve(kind, id, key);
    assertCollecting(request, paused, this.clock.now());
    const { CAPTURE_MAX_TAKE_BYTES: maxSizeBytes, CAPTURE_PART_SIZE_BYTES: partSizeBytes } = this.config;
    const organization = branding && toAskingOrganizationDto(branding, this.config.CAPTURE_PUBLIC_URL);
    return toRespondentRequestDto(request, { maxSizeBytes, partSizeBytes }, organization);
  }

  /** @throws AppError link_expired, the same for an unknown link and for a wrong key. */
  async resolve(kind: LinkKind, id: string, key: string): Promise<Respondent> {
    const respondent = await this.database.forEveryOrganization('a link says no organization', () =>
      this.respondents.find(kind, id),
    );
    const works = respondent && this.links.opens({ kind, id, version: respondent.linkVersion }, key);
    if (!works) throw linkExpired();
    this.database.setOrganization(respondent.request.organizationId);
    return respondent;
  }

  /** A take with its respondent, for the holder of the link that opened it. */
  async ofTake(takeId: string, key: string): Promise<{ take: Take; respondent: Respondent }> {
    const take = await this.database.forEveryOrganization('a take id says no organization', () =>
      this.takes.find(takeId),
    );
    if (!take) throw linkExpired();
    const respondent = await (take.contactId
      ? this.resolve('contact', take.contactId, key)
      : this.resolve('campaign', take.campaignId ?? '', key));
    // A revocation ends takes for good: the key of a newer link does not revive them.
    if (take.state !== 'submitted' && take.linkVersion !== respondent.linkVersion) throw linkExpired();
    return { take, respondent };
  }
}
