/** The texts of the page at `/`, and at unknown paths. */
import { localized } from '../../language/catalogue.js';

export const landingCopy = localized('landing/landing', 'landingCopy', {
  title: 'This server collects recordings of people',
  intro:
    'Each person answers a question on their own device, in their own time. The recording is made there, at full quality, and comes here when they submit it.',
  console: 'Console',
  consoleHint: 'Ask for recordings, watch what came back, manage keys.',
  reference: 'API reference',
  referenceHint: 'Create requests, add contacts, fetch recordings.',
  openapi: 'OpenAPI document',
  openapiHint: 'The same, for code generators and tools.',
  asked:
    'Did somebody ask you for a recording? Open the whole link from their message; it brings you straight to the question.',
});

export const unknownPathCopy = localized('landing/landing', 'unknownPathCopy', {
  title: 'There is nothing at this address',
  check: 'Check it for missing or extra characters, or go to the start page.',
  start: 'Start page',
});
