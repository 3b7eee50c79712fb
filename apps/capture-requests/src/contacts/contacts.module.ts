import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { ContactController } from './contact.controller.js';
import { ContactRepository } from './contact.repository.js';
import { ContactService } from './contact.service.js';

@Module({
  imports: [LinksModule, TakesModule, RequestsModule],
  controllers: [ContactController],
  providers: [ContactRepository, ContactService],
  exports: [ContactRepository],
})
export class ContactsModule {}
