import { Injectable } from '@nestjs/common';
import { OwnerMails } from '../members/owner-mails.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { ownerNewsMail, type News } from './owner-news.mail.js';

/** Tells owners what happened to the single sign-on of their organization, in the transaction that makes it so. */
@Injectable()
export class OwnerNews {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly mails: OwnerMails,
  ) {}

  async tell(organizationId: string, news: News): Promise<void> {
    const { name } = await this.organizations.get(organizationId);
    await this.mails.add(organizationId, ownerNewsMail(name, news));
  }
}
