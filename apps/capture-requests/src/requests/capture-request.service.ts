import { Injectable } from '@nestjs/common';
import {
  CaptureRequestClosed,
  CaptureRequestCreated,
  CaptureRequestDeleted,
  CaptureRequestLaunched,
  createEvent,
  isId,
  isPermitted,
  notFound,
  readPage,
  type OrganizationPrincipal,
  type Page,
  type PageSource,
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
import { MANAGES } from './rights.js';

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
    caller: OrganizationPrincipal,
    body: CreateCaptureRequestDto,
    metadata?: string,
  ): Promise<CaptureRequestDto> {
    const request = createRequest(caller.organizationId, toDraft(body, metadata), this.clock.now());
    await this.allowance.assertMayCollect(caller);
    return this.effect.commitDirectly(async () => {
      this.requests.insert(request);
      const { id, organizationId, status } = request;
      const data = {
        captureRequestId: id,
        metadata: request.metadata,
        status: status === 'draft' ? status : ('active' as const),
      };
      this.outbox.add(createEvent(CaptureRequestCreated, organizationId, data, request.createdAt));
      if (status === 'active') this.announceLaunch(request);
      this.stateChange('created', request, { status });
      return this.show(caller, request);
    });
  }

  async get(caller: OrganizationPrincipal, id: string): Promise<CaptureRequestDto> {
    return this.show(caller, await this.require(caller, id));
  }

  list(caller: OrganizationPrincipal, query: ListCaptureRequestsQueryDto): Promise<Page<CaptureRequestDto>> {
    const { organizationId } = caller;
    const { status, title } = query;
    const has = (cursor: string) => this.requests.has(organizationId, cursor);
    const listed: PageSource<CaptureRequest> = {
      has,
      after: (cursor, take) =>
        this.requests.list(organizationId, { status, cursor, take, now: this.clock.now() }),
    };
    const found = (text: string): PageSource<CaptureRequest> => ({
      has,
      after: (cursor, take) =>
        this.requests.search(organizationId, { title: text, status, cursor, take, now: this.clock.now() }),
      resume: (cursor) => this.requests.searchedUpTo(organizationId, cursor),
    });
    const source = title === undefined ? listed : found(title);
    return readPage(query, source, (request) => this.show(caller, request));
  }

  /** @throws AppError not_found, the same for an unknown request and for another organization's. */
  async require(caller: OrganizationPrincipal, id: string): Promise<CaptureRequest> {
    const request = isId('captureRequest', id)
      ? await this.requests.find(caller.organizationId, id)
      : undefined;
    if (!request) throw notFound('capture request');
    return request;
  }

  /** Like `require`, and locks the row until the transaction ends. */
  async requireLocked(caller: OrganizationPrincipal, id: string): Promise<CaptureRequest> {
    const request = isId('captureRequest', id)
      ? await this.requests.lock(caller.organizationId, id)
      : undefined;
    if (!request) throw notFound('capture request');
    return request;
  }

  async update(
    caller: OrganizationPrincipal,
    id: string,
    body: UpdateCaptureRequestDto,
    metadata?: string,
  ): Promise<CaptureRequestDto> {
    const edited = await this.database.run(async () => {
      const request = await this.requireLocked(caller, id);
      const next = editRequest(
        request,
        { ...toChanges(body, metadata), status: body.status },
        this.clock.now(),
      );
      await this.requests.update(next);
      if (next.status !== request.status) this.announceLaunch(next);
      const fields = sentFields(body);
      if (fields.length > 0) this.stateChange('changed', next, { fields });
      return next;
    });
    return this.show(caller, edited);
  }

  /** Replaces the key of the open link. The old one stops at once, also for takes in progress. */
  async rotateOpenLink(caller: OrganizationPrincipal, id: string): Promise<CaptureRequestDto> {
    const rotated = await this.database.run(async () => {
      const next = rotateOpenLink(await this.requireLocked(caller, id), this.clock.now());
      await this.requests.update(next);
      this.stateChange('open_link_rotated', next);
      return next;
    });
    return this.show(caller, rotated);
  }

  /** Idempotent: a closed request stays as it is. */
  async close(caller: OrganizationPrincipal, id: string): Promise<CaptureRequestDto> {
    const reason = caller.kind === 'member' ? 'closed_by_member' : 'closed_by_api';
    const closed = await this.database.run(async () => {
      const request = await this.requireLocked(caller, id);
      const next = closeRequest(request, reason, this.clock.now());
      if (next.status === request.status) return next;
      await this.writeClosed(next);
      this.stateChange('closed', next);
      return next;
    });
    return this.show(caller, closed);
  }

  /** Deletes the request with its roster and submissions. Footage and consents stay. */
  async delete(caller: OrganizationPrincipal, id: string): Promise<void> {
    await this.database.run(async () => {
      const request = await this.requireLocked(caller, id);
      const { metadata, organizationId } = request;
      await this.takes.removeOf({ captureRequestId: id });
      await this.requests.delete(id);
      this.outbox.add(
        createEvent(
          CaptureRequestDeleted,
          organizationId,
          { captureRequestId: id, metadata },
          this.clock.now(),
        ),
      );
      this.stateChange('deleted', request);
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
    this.outbox.add(createEvent(CaptureRequestClosed, organizationId, data, this.clock.now()));
  }

  private stateChange(what: string, request: CaptureRequest, detail: object = {}): void {
    const { id, organizationId } = request;
    this.audit.record(organizationId, { action: `capture_request.${what}`, subject: id, detail });
  }

  private announceLaunch({ id, organizationId, metadata }: CaptureRequest): void {
    this.outbox.add(
      createEvent(
        CaptureRequestLaunched,
        organizationId,
        { captureRequestId: id, metadata },
        this.clock.now(),
      ),
    );
  }

  private show(caller: OrganizationPrincipal, request: CaptureRequest): CaptureRequestDto {
    const mayShare = isPermitted(caller, MANAGES);
    const openLinkUrl = (campaign: { id: string; version: number }): string =>
      this.links.url({ kind: 'campaign', ...campaign });
    return toCaptureRequestDto(request, {
      now: this.clock.now(),
      maxContacts: caller.limits.rosterCap,
      openLinkUrl: mayShare ? openLinkUrl : undefined,
    });
  }
}
