import { Injectable } from '@nestjs/common';
import {
  CaptureRequestClosed,
  CaptureRequestCreated,
  CaptureRequestDeleted,
  CaptureRequestLaunched,
  createEvent,
  isId,
  notFound,
  readPage,
  type KeyPrincipal,
  type MemberPrincipal,
  type Page,
} from '@capture/contracts';
import { Audit, Outbox, sentFields } from '@capture/outbox';
import { Database, IdempotentEffect } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { LinkService } from '../links/link.service.js';
import { TakeDisposalService } from '../takes/take-disposal.service.js';
import { AllowanceService } from './allowance.service.js';
import { toCaptureRequestDto, toChanges, toDraft } from './capture-request.dto.js';
import type {
  CaptureRequestDto,
  CreateCaptureRequestDto,
  ListCaptureRequestsQueryDto,
  UpdateCaptureRequestDto,
} from './capture-request.dto.js';
import {
  closeRequest,
  createRequest,
  editRequest,
  rotateOpenLink,
  type CaptureRequest,
} from './capture-request.model.js';
import { CaptureRequestRepository } from './capture-request.repository.js';

/** Who acts for an organization: an API key, or a member who is signed in. */
type OrganizationPrincipal = KeyPrincipal | MemberPrincipal;

@Injectable()
export class CaptureRequestService {
  constructor(
    private readonly database: Database,
    private readonly effect: IdempotentEffect,
    private readonly requests: CaptureRequestRepository,
    private readonly takes: TakeDisposalService,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly allowance: AllowanceService,
    private readonly links: LinkService,
    private readonly clock: Clock,
  ) {}

  async create(
    key: KeyPrincipal,
    body: CreateCaptureRequestDto,
    metadata?: string,
  ): Promise<CaptureRequestDto> {
    const request = createRequest(key.organizationId, toDraft(body, metadata), this.clock.now());
    await this.allowance.assertMayCollect(key);
    return this.effect.commit(async () => {
      await this.requests.insert(request);
      const { id, organizationId, status } = request;
      const data = {
        captureRequestId: id,
        metadata: request.metadata,
        status: status === 'draft' ? status : ('active' as const),
      };
      await this.outbox.add(createEvent(CaptureRequestCreated, organizationId, data, request.createdAt));
      if (status === 'active') await this.announceLaunch(request);
      await this.stateChange('created', request, { status });
      return this.show(key, request);
    });
  }

  async get(key: KeyPrincipal, id: string): Promise<CaptureRequestDto> {
    return this.show(key, await this.require(key, id));
  }

  list(key: KeyPrincipal, query: ListCaptureRequestsQueryDto): Promise<Page<CaptureRequestDto>> {
    const { organizationId } = key;
    const source = {
      has: (cursor: string) => this.requests.has(organizationId, cursor),
      after: (cursor: string | undefined, take: number) =>
        this.requests.list(organizationId, { status: query.status, cursor, take, now: this.clock.now() }),
    };
    return readPage(query, source, (request) => this.show(key, request));
  }

  /** @throws AppError not_found, the same for an unknown request and for another organization's. */
  async require(key: KeyPrincipal, id: string): Promise<CaptureRequest> {
    const request = isId('captureRequest', id) ? await this.requests.find(key.organizationId, id) : undefined;
    if (!request) throw notFound('capture request');
    return request;
  }

  /** Like `require`, and locks the row until the transaction ends. */
  async requireLocked(principal: OrganizationPrincipal, id: string): Promise<CaptureRequest> {
    const request = isId('captureRequest', id)
      ? await this.requests.lock(principal.organizationId, id)
      : undefined;
    if (!request) throw notFound('capture request');
    return request;
  }

  async update(
    key: KeyPrincipal,
    id: string,
    body: UpdateCaptureRequestDto,
    metadata?: string,
  ): Promise<CaptureRequestDto> {
    const edited = await this.database.run(async () => {
      const request = await this.requireLocked(key, id);
      const next = editRequest(
        request,
        { ...toChanges(body, metadata), status: body.status },
        this.clock.now(),
      );
      await this.requests.update(next);
      if (next.status !== request.status) await this.announceLaunch(next);
      const fields = sentFields(body);
      if (fields.length > 0) await this.stateChange('changed', next, { fields });
      return next;
    });
    return this.show(key, edited);
  }

  /** Replaces the key of the open link. The old one stops at once, also for takes in progress. */
  async rotateOpenLink(key: KeyPrincipal, id: string): Promise<CaptureRequestDto> {
    const rotated = await this.database.run(async () => {
      const next = rotateOpenLink(await this.requireLocked(key, id), this.clock.now());
      await this.requests.update(next);
      await this.stateChange('open_link_rotated', next);
      return next;
    });
    return this.show(key, rotated);
  }

  /** Idempotent: a closed request stays as it is. */
  async close(principal: OrganizationPrincipal, id: string): Promise<CaptureRequestDto> {
    const reason = principal.kind === 'member' ? 'closed_by_member' : 'closed_by_api';
    const closed = await this.database.run(async () => {
      const request = await this.requireLocked(principal, id);
      const next = closeRequest(request, reason, this.clock.now());
      if (next.status === request.status) return next;
      await this.writeClosed(next);
      await this.stateChange('closed', next);
      return next;
    });
    return this.show(principal, closed);
  }

  /** Deletes the request with its roster and submissions. Footage and consents stay. */
  async delete(key: KeyPrincipal, id: string): Promise<void> {
    await this.database.run(async () => {
      const request = await this.requireLocked(key, id);
      const { metadata, organizationId } = request;
      await this.takes.removeOf({ captureRequestId: id });
      await this.requests.delete(id);
      await this.outbox.add(
        createEvent(
          CaptureRequestDeleted,
          organizationId,
          { captureRequestId: id, metadata },
          this.clock.now(),
        ),
      );
      await this.stateChange('deleted', request);
    });
  }

  /** Closes requests whose deadline has passed; answers how many. Safe in several processes at once. */
  closeDue(limit: number): Promise<number> {
    return this.database.run(async () => {
      const now = this.clock.now();
      const due = await this.requests.lockDue(now, limit);
      for (const request of due) await this.writeClosed(closeRequest(request, 'deadline_passed', now));
      return due.length;
    });
  }

  private async writeClosed(request: CaptureRequest): Promise<void> {
    await this.requests.update(request);
    const { id, organizationId, metadata, closedReason } = request;
    if (!closedReason) throw new Error(`${id} was closed without a reason`);
    const data = { captureRequestId: id, metadata, reason: closedReason };
    await this.outbox.add(createEvent(CaptureRequestClosed, organizationId, data, this.clock.now()));
  }

  private async stateChange(what: string, request: CaptureRequest, detail: object = {}): Promise<void> {
    const { id, organizationId } = request;
    await this.audit.record(organizationId, { action: `capture_request.${what}`, subject: id, detail });
  }

  private async announceLaunch({ id, organizationId, metadata }: CaptureRequest): Promise<void> {
    await this.outbox.add(
      createEvent(
        CaptureRequestLaunched,
        organizationId,
        { captureRequestId: id, metadata },
        this.clock.now(),
      ),
    );
  }

  private show(principal: OrganizationPrincipal, request: CaptureRequest): CaptureRequestDto {
    const mayShare = principal.kind !== 'key' || principal.scopes.includes('capture_requests:write');
    const openLinkUrl = (campaign: { id: string; version: number }): string =>
      this.links.url({ kind: 'campaign', ...campaign });
    return toCaptureRequestDto(request, {
      now: this.clock.now(),
      maxContacts: principal.limits.rosterCap,
      openLinkUrl: mayShare ? openLinkUrl : undefined,
    });
  }
}
