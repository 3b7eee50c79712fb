import type { ErrorCode } from '@capture/contracts';
import { ApiExtension } from '@nestjs/swagger';

/**
 * Declares the errors that a route answers for reasons of its own. Those of its credential, budget and body follow from the
 * routing table and are not repeated here. The OpenAPI tooling reads the extension and leaves it out of the document.
 */
export const ApiErrors = (...codes: ErrorCode[]): MethodDecorator => ApiExtension('x-errors', codes);
