import type { Command } from 'commander';
import { CliFailure, EXIT } from '../command/failure.js';
import { table } from '../command/output.js';
import { addFileVerb } from '../command/verb.js';
import { erasureOf, isErasureReceipt, showErasure } from './erasure-receipt.js';
import { isObject, jsonFile } from './json-file.js';
import { KEYS } from './key-set.js';
import {
  isOrganizationDeletionReceipt,
  organizationDeletionOf,
  showOrganizationDeletion,
} from './organization-deletion-receipt.js';
import { signerOf } from './signed-file.js';

interface DeletedObject {
  kind: string;
  number: number | null;
  sha256: string;
  sizeBytes: number;
}

interface Receipt {
  recordingId: string;
  reason: string;
  deletedAt: string;
  /** Absent from receipts of version 1, as are the objects of tracks. */
  deletedBy?: string | null;
  tracks: { id: string; sha256: string | null; sizeBytes: number | null; objects?: DeletedObject[] }[];
}

function isReceipt(document: unknown): document is Receipt {
  return (
    isObject(document) &&
    Number.isSafeInteger(document['receiptVersion']) &&
    typeof document['recordingId'] === 'string' &&
    Array.isArray(document['tracks'])
  );
}

function objectsOf({ tracks }: Receipt) {
  return tracks.flatMap(({ id: trackId, sha256, sizeBytes, objects }) => {
    const original =
      sha256 === null ? [] : [{ kind: 'original', number: null, sha256, sizeBytes: sizeBytes ?? 0 }];
    return (objects ?? original).map((object) => ({ trackId, ...object }));
  });
}

export function receiptVerbs(program: Command): void {
  addFileVerb(program.command('receipt').description('receipts of deletions and erasures'), {
    name: 'verify',
    description: 'check the signature of a receipt, and show what was deleted or erased; offline with --keys',
    argument: ['<file>', 'the receipt as JSON'],
    optional: [KEYS],
    run: async (file, { keys }: { keys?: string }) => {
      const document = await jsonFile(file, 'receipt');
      const kid = await signerOf(document, keys, 'delete again: a repeat answers the same receipt.');
      if (isErasureReceipt(document)) return { valid: true, kid, ...erasureOf(document) };
      if (isOrganizationDeletionReceipt(document))
        return { valid: true, kid, ...organizationDeletionOf(document) };
      if (!isReceipt(document))
        throw new CliFailure(
          EXIT.refused,
          'not_verified',
          `${file} was signed, but it is no deletion receipt.`,
          'Save the answer of the deletion exactly as it came.',
        );
      const { recordingId, reason, deletedAt, deletedBy = null } = document;
      return { valid: true, kid, recordingId, reason, deletedAt, deletedBy, objects: objectsOf(document) };
    },
    show: (shown) => {
      if ('erasureId' in shown) return showErasure(shown);
      if ('deletionId' in shown) return showOrganizationDeletion(shown);
      const { kid, recordingId, reason, deletedAt, deletedBy, objects } = shown;
      const by = deletedBy === null ? '' : ` by ${deletedBy}`;
      return `The receipt is as it was signed, with key ${kid}.\n${recordingId} was deleted at ${deletedAt}${by} (${reason}):\n${table(
        objects,
        {
          TRACK: ({ trackId }) => trackId,
          OBJECT: ({ kind, number }) => (number === null ? kind : `${kind} ${number}`),
          BYTES: ({ sizeBytes }) => sizeBytes,
          'SHA-256': ({ sha256 }) => sha256,
        },
      )}`;
    },
  });
}
