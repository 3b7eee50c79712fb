// The files to mutate, with the tests that should fail. Tests that start the built product as a process never see a mutant.
const recordings = 'apps/recordings/test';
const sdk = 'libs/browser-sdk/test';

/** @type {{ files: string[], project: 'unit' | 'integration', first?: string[], tests: string[] }[]} `first`: those that fail soonest. */
export const TARGETS = [
  {
    files: ['apps/recordings/src/store/filesystem-store.ts'],
    project: 'integration',
    first: [`${recordings}/store/{filesystem-store,power-cut,unfinished-writes}.test.ts`],
    tests: [`${recordings}/store`, `${recordings}/reconciliation`],
  },
  {
    files: [
      'apps/recordings/src/parts/{part.service,part-transfers,part-grants,verified-body,direct-parts}.ts',
      'apps/recordings/src/takes/{part.repository,take-file}.ts',
      'apps/recordings/src/uploads/upload.service.ts',
    ],
    project: 'integration',
    first: [`${recordings}/uploads/{uploads,endings}.test.ts`, `${recordings}/parts/interruptions.test.ts`],
    tests: [
      `${recordings}/uploads`,
      `${recordings}/promotion`,
      `${recordings}/parts/{interruptions,direct}.test.ts`,
      `${recordings}/reconciliation`,
      `${recordings}/store/disk-full.test.ts`,
    ],
  },
  {
    files: ['apps/recordings/src/takes/upload.model.ts'],
    project: 'unit',
    tests: ['apps/recordings/src/takes'],
  },
  {
    files: [
      'apps/recordings/src/promotion/session-recording.service.ts',
      'apps/recordings/src/takes/upload.repository.ts',
    ],
    project: 'integration',
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
    project: 'integration',
    tests: [`${recordings}/deletion`, `${recordings}/uploads`],
  },
  {
    files: [
      'libs/browser-sdk/src/storage/{take-writer,take-store,locked-take,journal,take-record}.ts',
      'libs/browser-sdk/src/mp4/{boxes,fragments,header,splice}.ts',
    ],
    project: 'integration',
    tests: [`${sdk}/storage`, `${sdk}/client/record-again.test.ts`],
  },
  {
    files: ['libs/browser-sdk/src/storage/file-writer.ts'],
    project: 'unit',
    tests: ['libs/browser-sdk/src/storage'],
  },
];
