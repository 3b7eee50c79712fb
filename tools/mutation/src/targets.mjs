// The files to mutate, with the tests that should fail. Tests that start the built product as a process never see a mutant.
const recordings = 'apps/recordings/test';
const sdk = 'libs/browser-sdk/test';

/** @type {{ files: string[], first?: string[], tests: string[] }[]} `first`: those that fail soonest. */
export const TARGETS = [
  {
    files: ['apps/recordings/src/store/filesystem-store.ts'],
    first: [`${recordings}/store/{filesystem-store,power-cut,unfinished-writes}.test.ts`],
    tests: [`${recordings}/store`, `${recordings}/reconciliation`],
  },
  {
    files: ['apps/recordings/src/parts/{part-grants,verified-body}.ts'],
    first: ['apps/recordings/src/parts'],
    tests: [`${recordings}/uploads/{uploads,endings}.test.ts`, `${recordings}/parts/interruptions.test.ts`],
  },
  {
    files: [
      'apps/recordings/src/parts/{part.service,part-transfers,direct-parts}.ts',
      'apps/recordings/src/takes/{part.repository,take-file}.ts',
      'apps/recordings/src/uploads/upload.service.ts',
    ],
    first: [
      `${recordings}/uploads/{uploads,endings,counted-parts}.test.ts`,
      `${recordings}/parts/interruptions.test.ts`,
    ],
    tests: [
      `${recordings}/uploads`,
      `${recordings}/promotion`,
      `${recordings}/parts/{interruptions,direct}.test.ts`,
      `${recordings}/reconciliation`,
      `${recordings}/store/disk-full.test.ts`,
      `${recordings}/downloads`,
    ],
  },
  {
    files: ['apps/recordings/src/takes/upload.model.ts'],
    tests: ['apps/recordings/src/takes'],
  },
  {
    files: [
      'apps/recordings/src/promotion/session-recording.service.ts',
      'apps/recordings/src/takes/upload.repository.ts',
    ],
    first: [`${recordings}/promotion`],
    tests: [
      `${recordings}/promotion`,
      `${recordings}/uploads`,
      `${recordings}/landing/processing.test.ts`,
      `${recordings}/deletion/late-bytes.test.ts`,
    ],
  },
  {
    files: ['apps/recordings/src/deletion/{deletion.service,deletion.repository,upload-purge}.ts'],
    tests: [`${recordings}/deletion`, `${recordings}/uploads`, `${recordings}/renditions/seekable.test.ts`],
  },
  {
    files: ['libs/browser-sdk/src/mp4/{boxes,fragments,header,splice}.ts'],
    first: ['libs/browser-sdk/src/{mp4,storage}'],
    tests: [`${sdk}/recording/rotation.test.ts`],
  },
  {
    files: ['libs/browser-sdk/src/storage/{take-writer,take-store,locked-take,journal,take-record}.ts'],
    first: ['libs/browser-sdk/src/{mp4,storage}', `${sdk}/storage/stored-takes.test.ts`],
    tests: [
      `${sdk}/storage/{unreadable,recovery,kills}.test.ts`,
      `${sdk}/client/record-again.test.ts`,
      `${sdk}/recording/limits.test.ts`,
    ],
  },
  {
    files: ['libs/browser-sdk/src/storage/file-writer.ts'],
    tests: ['libs/browser-sdk/src/storage'],
  },
];
