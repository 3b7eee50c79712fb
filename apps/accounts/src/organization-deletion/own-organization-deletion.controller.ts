import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall, MemberPrincipal } from '@capture/contracts';
import { CommitsItself } from '@capture/persistence';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { DeleteOwnOrganizationDto, OrganizationDeletionDto } from './organization-deletion.dto.js';
import { OrganizationDeletionService } from './organization-deletion.service.js';

/** The deletion of the organization that an owner is signed in to. */
@ApiTags('Organization')
@Access('member')
@Controller('console/api/organization/deletion')
export class OwnOrganizationDeletionController {
  constructor(private readonly deletions: OrganizationDeletionService) {}

  /** Commits by itself: a wrong password has to count, also when the call is refused. */
  @Post()
  @Can('organization.delete')
  @CommitsItself(() => true)
  @ApiErrors('conflict', 'rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'deleteOwnOrganization',
    summary: 'Delete the organization, after a time in which an owner can take that back',
    description: 'All owners are told by mail. After 10 wrong passwords in 15 minutes: 429 `rate_limited`.',
  })
  @ApiCreatedResponse({ type: OrganizationDeletionDto })
  request(
    @Call() call: ForwardedCall,
    @Member() member: MemberPrincipal,
    @Body() body: DeleteOwnOrganizationDto,
  ): Promise<OrganizationDeletionDto> {
    return this.deletions.requestAsOwner(call, member, body);
  }

  @Delete()
  @HttpCode(204)
  @Can('organization.delete')
  @ApiErrors('conflict', 'not_found')
  @ApiOperation({
    operationId: 'cancelOwnOrganizationDeletion',
    summary: 'Take the deletion of the organization back',
  })
  @ApiNoContentResponse()
  cancel(@Call() call: ForwardedCall, @Member() { organizationId }: MemberPrincipal): Promise<void> {
    return this.deletions.cancel(call, organizationId);
  }
}
