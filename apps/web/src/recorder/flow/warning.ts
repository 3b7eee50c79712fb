import type { HealthEvent } from '@capture/browser';

/** A problem that does not end the recording, shown while it active. */
export type Warning = 'microphone_silent' | 'camera_silent' | 'storage_low';

export interface WarningChange {
  warning: Warning;
  active: boolean;
}

/** The warning that a health event of the SDK begins or ends, if any. */
export function warningOf(event: HealthEvent): WarningChange | null {
  switch (event.type) {
    case 'muted':
    case 'device_lost':
      return { warning: `${event.kind}_silent`, active: true };
    case 'unmuted':
    case 'device_regained':
      return { warning: `${event.kind}_silent`, active: false };
    case 'storage_low':
      return { warning: 'storage_low', active: true };
    default:
      return null;
  }
}

export function withWarning(warnings: Warning[], { warning, active }: WarningChange): Warning[] {
  const others = warnings.filter((known) => known !== warning);
  return active ? [...others, warning] : others;
}
