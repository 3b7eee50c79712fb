import { EmailField, NestedField, NameField, StringField } from '@capture/contracts';
import { MemberDto } from '../members/member.dto.js';
import { ORGANIZATION_NAME, OrganizationDto, PLAN_NAME } from '../organizations/organization.dto.js';

export class CreateOrganizationDto {
  @NameField(ORGANIZATION_NAME) name: string;
  @StringField(PLAN_NAME) plan: string;

  @EmailField({
    optional: true,
    description: 'The owner; without it one is made under an address that takes no mail',
    example: 'owner@acme.example',
  })
  ownerEmail?: string;
}

export class CreatedOrganizationDto extends OrganizationDto {
  @NestedField(() => MemberDto) owner: MemberDto;
}
