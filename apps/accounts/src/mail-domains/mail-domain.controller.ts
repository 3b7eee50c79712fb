import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { CommitsItself } from '@capture/persistence';
import { Access, ApiErrors, Call, Can, OrganizationId } from '@capture/platform';
import { AddMailDomainDto, MailDomainDto, MailDomainListDto } from './mail-domain.dto.js';
import { MailDomainService } from './mail-domain.service.js';

@ApiTags('Operator: single sign-on')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/mail-domains', 'console/api/mail-domains'])
export class MailDomainController {
  constructor(private readonly domains: MailDomainService) {}

  @Get()
  @Can('single_sign_on.manage')
  @ApiOperation({
    operationId: 'listMailDomains',
    summary: 'List the domains of mail that the organization says are its own',
  })
  @ApiOkResponse({ type: MailDomainListDto })
  list(@OrganizationId() organizationId: string): Promise<MailDomainListDto> {
    return this.domains.list(organizationId);
  }

  @Post()
  @Can('single_sign_on.manage')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'addMailDomain',
    summary: 'Name a domain of mail, and get the TXT record that proves it',
    description: 'Named again, it has the same record. 50 at most.',
  })
  @ApiCreatedResponse({ type: MailDomainDto })
  add(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Body() { domain }: AddMailDomainDto,
  ): Promise<MailDomainDto> {
    return this.domains.add(call, organizationId, domain);
  }

  /** Commits by itself: nothing is held while DNS is asked. */
  @Post(':domain/verify')
  @HttpCode(200)
  @Can('single_sign_on.manage')
  @CommitsItself(() => true)
  @ApiErrors('not_found', 'conflict', 'domain_not_proven')
  @ApiOperation({
    operationId: 'verifyMailDomain',
    summary: 'Look the TXT record of a domain up, and take the domain as proven when it is there',
    description:
      '`domain_not_proven` says what DNS answered instead, within 5 seconds. A domain that another organization holds is refused with `conflict`, whatever its record says.',
  })
  @ApiOkResponse({ type: MailDomainDto })
  verify(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('domain') domain: string,
  ): Promise<MailDomainDto> {
    return this.domains.verify(call, organizationId, domain);
  }

  @Delete(':domain')
  @Can('single_sign_on.manage')
  @HttpCode(204)
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'removeMailDomain',
    summary: "Give a domain up: the organization's identity provider speaks for its addresses no more",
    description:
      'Sign-ins that there are go on. The last one stays while members sign in at the provider alone.',
  })
  @ApiNoContentResponse()
  remove(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('domain') domain: string,
  ): Promise<void> {
    return this.domains.remove(call, organizationId, domain);
  }
}
