import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type {
  DeletedOrganization,
  DeleteOrganization,
  SignedOrganizationDeletion,
  SignOrganizationDeletion,
} from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { SigningKey } from '@capture/platform';
import { OrganizationDeletionService } from './organization-deletion.service.js';

@Controller()
export class OrganizationDeletionCommands {
  constructor(
    private readonly deletions: OrganizationDeletionService,
    private readonly signing: SigningKey,
  ) {}

  @CommandHandler('recordings.delete_organization')
  delete(@Payload() payload: DeleteOrganization): Promise<DeletedOrganization> {
    return this.deletions.delete(payload);
  }

  /** Receipts are signed here: accounts, which knows the facts, has no key of its own. */
  @CommandHandler('recordings.sign_organization_deletion')
  sign(@Payload() { facts }: SignOrganizationDeletion): Promise<SignedOrganizationDeletion> {
    return Promise.resolve({ receipt: { ...this.signing.sign(facts) } });
  }
}
