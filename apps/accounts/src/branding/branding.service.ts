import { Injectable } from '@nestjs/common';
import { AppError, invalidField, logoUrl, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { OrganizationService } from '../organizations/organization.service.js';
import type { BrandingDto, SetBrandingDto } from './branding.dto.js';
import { carriesWhiteText } from './branding.model.js';
import { readLogo, type LogoImage } from './logo-image.js';
import { LogoRepository } from './logo.repository.js';

/** How an organization shows itself to respondents. The organization's event tells the services that show it. */
@Injectable()
export class BrandingService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationService,
    private readonly repository: OrganizationRepository,
    private readonly logos: LogoRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  async read(organizationId: string): Promise<BrandingDto> {
    const { displayName, colour, logo } = await this.repository.get(organizationId);
    return { displayName, colour, logoUrl: logo && logoUrl(this.config.CAPTURE_PUBLIC_URL, logo) };
  }

  async set(
    call: ForwardedCall,
    organizationId: string,
    { displayName, colour }: SetBrandingDto,
  ): Promise<BrandingDto> {
    if (colour !== null && !carriesWhiteText(colour))
      throw invalidField(
        'colour',
        'not_allowed',
        'White text cannot be read on this colour: choose a darker one, with a contrast of 4.5 at least.',
      );
    await this.organizations.change(call, organizationId, { displayName, colour });
    return this.read(organizationId);
  }

  async setLogo(call: ForwardedCall, organizationId: string, image: string): Promise<BrandingDto> {
    return this.replaceLogo(call, organizationId, await readLogo(image, 'image'));
  }

  async removeLogo(call: ForwardedCall, organizationId: string): Promise<void> {
    await this.replaceLogo(call, organizationId, null);
  }

  /** @throws AppError `not_found` for bytes that are no organization's logo any more. */
  async logo(sha256: string): Promise<Buffer> {
    const png = await this.database.forEveryOrganization('respondents of all read logos', () =>
      this.logos.find(sha256),
    );
    if (!png) throw new AppError('not_found', 'No logo has this SHA-256.');
    return png;
  }

  private async replaceLogo(
    call: ForwardedCall,
    organizationId: string,
    logo: LogoImage | null,
  ): Promise<BrandingDto> {
    await this.database.run(async () => {
      // The lock decides which of two at a time is the last: its bytes are those that stay.
      await this.repository.lock(organizationId);
      await this.logos.replace(organizationId, logo, this.clock.now());
      await this.organizations.change(call, organizationId, { logo: logo?.sha256 ?? null });
    });
    return this.read(organizationId);
  }
}
