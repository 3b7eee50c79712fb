import {
  AllowanceState,
  CheckAllowance,
  ListSuppressed,
  ResolveCredential,
  ResolvedCredential,
  ResolvedSignIn,
  ResolveSignIn,
  SuppressedAddress,
} from './accounts.commands.js';
import { ErasedPerson, ErasePerson, FindMember, FoundMember } from './erasure.commands.js';
import {
  DeletedOrganization,
  DeleteOrganization,
  SignedOrganizationDeletion,
  SignOrganizationDeletion,
} from './organization-deletion.commands.js';
import {
  AbortUpload,
  CompletedUpload,
  CompleteUpload,
  DeletedFootage,
  DeleteFootage,
  DeleteRecording,
  GrantedPart,
  GrantParts,
  OpenedUpload,
  OpenUpload,
  PromotedSession,
  PromoteSession,
  ReadUploadState,
  UploadState,
  type PartGrant,
} from './recordings.commands.js';
import { FindSessionOrganization, SessionOrganization } from './sessions.commands.js';
import { listOf, nothing, objectOf, orNull, type Rule } from './rule.js';

interface CommandDefinition<P extends object, R> {
  version: number;
  payload: Rule<P>;
  reply: Rule<R>;
}

function command<P extends object, R>(
  version: number,
  payload: new () => P,
  reply: Rule<R>,
): CommandDefinition<P, R> {
  return { version, payload: objectOf(payload), reply };
}

/**
 * Service-to-service commands. Each is idempotent by an id that the caller chose. A refusal crosses as the problem
 * document of an AppError and is thrown as one at the caller. An incompatible change is a new version.
 */
const COMMANDS = {
  'accounts.resolve_credential': command(1, ResolveCredential, orNull(objectOf(ResolvedCredential))),
  'accounts.resolve_sign_in': command(1, ResolveSignIn, orNull(objectOf(ResolvedSignIn))),
  'accounts.check_allowance': command(1, CheckAllowance, objectOf(AllowanceState)),
  'accounts.list_suppressed': command(1, ListSuppressed, listOf(objectOf(SuppressedAddress))),
  'accounts.find_member': command(1, FindMember, objectOf(FoundMember)),
  'accounts.erase_person': command(1, ErasePerson, objectOf(ErasedPerson)),
  'capture-requests.delete_organization': command(1, DeleteOrganization, objectOf(DeletedOrganization)),
  'sessions.find_organization': command(1, FindSessionOrganization, orNull(objectOf(SessionOrganization))),
  'sessions.delete_organization': command(1, DeleteOrganization, objectOf(DeletedOrganization)),
  'recordings.delete_organization': command(1, DeleteOrganization, objectOf(DeletedOrganization)),
  'webhooks.delete_organization': command(1, DeleteOrganization, objectOf(DeletedOrganization)),
  'recordings.sign_organization_deletion': command(
    1,
    SignOrganizationDeletion,
    objectOf(SignedOrganizationDeletion),
  ),
  'recordings.open_upload': command(1, OpenUpload, objectOf(OpenedUpload)),
  'recordings.upload_state': command(1, ReadUploadState, objectOf(UploadState)),
  'recordings.grant_parts': command(1, GrantParts, listOf(objectOf(GrantedPart) as Rule<PartGrant>)),
  'recordings.complete_upload': command(1, CompleteUpload, objectOf(CompletedUpload)),
  'recordings.abort_upload': command(1, AbortUpload, nothing),
  'recordings.delete': command(1, DeleteRecording, nothing),
  'recordings.delete_footage': command(1, DeleteFootage, orNull(objectOf(DeletedFootage))),
  'recordings.promote_session': command(1, PromoteSession, objectOf(PromotedSession)),
  'webhooks.erase_person': command(1, ErasePerson, objectOf(ErasedPerson)),
};

type TypeOf<R> = R extends Rule<infer T> ? T : never;

export type CommandPattern = keyof typeof COMMANDS;
export type CommandPayload<P extends CommandPattern> = TypeOf<(typeof COMMANDS)[P]['payload']>;
export type CommandReply<P extends CommandPattern> = TypeOf<(typeof COMMANDS)[P]['reply']>;

/** Name and version of a command, as it stands on the wire: `recordings.open_upload.v1`. */
export function commandSubject(pattern: CommandPattern): string {
  return `${pattern}.v${COMMANDS[pattern].version}`;
}

/** What is wrong with a command's payload; empty when it fits. */
export function payloadProblems(pattern: CommandPattern, payload: unknown): string[] {
  return COMMANDS[pattern].payload.problemsOf(payload);
}

/** What is wrong with a command's reply; empty when it fits. */
export function replyProblems(pattern: CommandPattern, reply: unknown): string[] {
  return COMMANDS[pattern].reply.problemsOf(reply);
}
