import { Injectable } from '@nestjs/common';
import { isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import { emailKey, type Contact } from './contact.model.js';

const COLUMNS = `id, organization_id AS "organizationId", capture_request_id AS "captureRequestId", email, name,
  link_version AS "linkVersion", created_at AS "createdAt", last_submission_at AS "lastSubmissionAt"`;

@Injectable()
export class ContactRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(captureRequestId: string, id: string): Promise<Contact | undefined> {
    if (!isId('contact', id)) return undefined;
    const sql = `SELECT ${COLUMNS} FROM contact WHERE id = $1 AND capture_request_id = $2`;
    const [row] = await this.database.query<Contact>(sql, id, captureRequestId);
    return row;
  }

  async withEmails(captureRequestId: string, emails: string[]): Promise<(Contact & { emailKey: string })[]> {
    const sql = `SELECT ${COLUMNS}, email_key AS "emailKey" FROM contact WHERE capture_request_id = $1 AND email_key = ANY($2::text[])`;
    return this.database.query(sql, captureRequestId, emails.map(emailKey));
  }

  /** Of all requests of an organization. */
  async firstWithEmail(organizationId: string, email: string): Promise<Contact | undefined> {
    const sql = `SELECT ${COLUMNS} FROM contact WHERE organization_id = $1 AND email_key = $2 ORDER BY id LIMIT 1`;
    const [row] = await this.database.query<Contact>(sql, organizationId, emailKey(email));
    return row;
  }

  async list(captureRequestId: string, cursor: string | undefined, take: number): Promise<Contact[]> {
    const sql = `SELECT ${COLUMNS} FROM contact
      WHERE capture_request_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
    return this.database.query<Contact>(sql, captureRequestId, cursor ?? null, take);
  }

  async insert(contacts: Contact[]): Promise<void> {
    const data = contacts.map((contact) => ({ ...contact, emailKey: emailKey(contact.email) }));
    await this.database.client.contact.createMany({ data });
  }

  async setLinkVersion(id: string, linkVersion: number): Promise<void> {
    await this.database.client.contact.update({ where: { id }, data: { linkVersion } });
  }

  /** The contact's submissions stay, without a reference to the contact. */
  async delete(contact: Contact): Promise<void> {
    await this.database.client.submission.updateMany({
      where: { contactId: contact.id },
      data: { contactId: null },
    });
    await this.database.client.contact.delete({ where: { id: contact.id } });
  }

  async submitted(id: string, at: Date): Promise<void> {
    await this.database.client.contact.update({ where: { id }, data: { lastSubmissionAt: at } });
  }
}
