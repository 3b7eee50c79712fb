import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { checkManifestBounds } from '@capture/contracts';

/**
 * Refuses a body whose manifest is out of bounds. A guard, because the validation of bodies, which comes after it,
 * walks all that the manifest holds. Whether it is an object at all is left to that validation.
 */
@Injectable()
export class BoundedManifestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<{ body?: { manifest?: unknown } | null }>();
    const manifest = body?.manifest;
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) {
      checkManifestBounds(manifest as Record<string, unknown>);
    }
    return true;
  }
}
