import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal } from '@capture/contracts';
import { AsksFirst } from '@capture/persistence';
import { ApiErrors, Key } from '@capture/platform';
import { AddContactsDto, AddedContactsDto, ContactDto, ContactPageDto } from './contact.dto.js';
import { ContactService } from './contact.service.js';

@ApiTags('Contacts')
@ApiBearerAuth()
@Controller('v1/capture-requests/:id/contacts')
export class ContactController {
  constructor(private readonly contacts: ContactService) {}

  @Get()
  @ApiOperation({ operationId: 'listContacts', summary: 'List the roster, newest first' })
  @ApiOkResponse({ type: ContactPageDto })
  list(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<ContactPageDto> {
    return this.contacts.list(key, id, query);
  }

  @Post()
  @AsksFirst()
  @ApiOperation({ operationId: 'addContacts', summary: 'Add up to 100 contacts; sends no e-mail' })
  @ApiErrors('capture_allowance_reached', 'organization_paused', 'capture_request_closed', 'contact_cap')
  @ApiCreatedResponse({ type: AddedContactsDto })
  add(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: AddContactsDto,
  ): Promise<AddedContactsDto> {
    return this.contacts.add(key, id, body);
  }

  @Delete(':contactId')
  @HttpCode(204)
  @ApiOperation({ operationId: 'removeContact', summary: 'Remove a contact and revoke the personal link' })
  @ApiNoContentResponse()
  remove(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('contactId') contactId: string,
  ): Promise<void> {
    return this.contacts.remove(key, id, contactId);
  }

  @Post(':contactId/rotate-link')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rotateContactLink',
    summary: 'Give a contact a new personal link',
    description:
      'The old link stops at once, for a take under way as well; what was uploaded goes on when the take is opened again under the new link.',
  })
  @ApiErrors('capture_request_closed')
  @ApiOkResponse({ type: ContactDto })
  rotateLink(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('contactId') contactId: string,
  ): Promise<ContactDto> {
    return this.contacts.rotateLink(key, id, contactId);
  }
}
