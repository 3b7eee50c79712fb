import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal } from '@capture/contracts';
import { AsksFirst } from '@capture/persistence';
import { ApiErrors, Caller, Can, NoBodyDto, OrganizationController } from '@capture/platform';
import { AddContactsDto, AddedContactsDto, ContactDto, ContactPageDto } from './contact.dto.js';
import { ContactService } from './contact.service.js';

@ApiTags('Contacts')
@OrganizationController('v1/capture-requests/:id/contacts')
export class ContactController {
  constructor(private readonly contacts: ContactService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'listContacts', summary: 'List the roster, newest first' })
  @ApiOkResponse({ type: ContactPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<ContactPageDto> {
    return this.contacts.list(caller, id, query);
  }

  @Post()
  @Can('requests.manage')
  @AsksFirst()
  @ApiOperation({ operationId: 'addContacts', summary: 'Add up to 100 contacts; sends no e-mail' })
  @ApiErrors('capture_allowance_reached', 'organization_paused', 'capture_request_closed', 'contact_cap')
  @ApiCreatedResponse({ type: AddedContactsDto })
  add(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() body: AddContactsDto,
  ): Promise<AddedContactsDto> {
    return this.contacts.add(caller, id, body);
  }

  @Delete(':contactId')
  @Can('requests.manage')
  @HttpCode(204)
  @ApiOperation({ operationId: 'removeContact', summary: 'Remove a contact and revoke the personal link' })
  @ApiNoContentResponse()
  remove(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('contactId') contactId: string,
  ): Promise<void> {
    return this.contacts.remove(caller, id, contactId);
  }

  @Post(':contactId/rotate-link')
  @Can('requests.manage')
  @HttpCode(200)
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'rotateContactLink',
    summary: 'Give a contact a new personal link',
    description:
      'The old link stops at once, for a take under way as well; what was uploaded goes on when the take is opened again under the new link. A take that was landing just then is uploaded anew.',
  })
  @ApiErrors('capture_request_closed')
  @ApiOkResponse({ type: ContactDto })
  rotateLink(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('contactId') contactId: string,
    @Body() _body: NoBodyDto,
  ): Promise<ContactDto> {
    return this.contacts.rotateLink(caller, id, contactId);
  }
}
