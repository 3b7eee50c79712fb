import type { HealthEvent } from '@capture/browser';

/** Trouble that does not end the recording, told while it lasts. */
export type Warning = 'microphone_silent' | 'camera_silent' | 'storage_low';

export interface WarningChange {
  warning: Warning;
  lasts: boolean;
}

/** What has to be told to the person of a health event of the SDK, if anything. */
export function warningOf(event: HealthEvent): WarningChange | null {
  switch (event.type) {
    case 'muted':
    case 'device_lost':
      return { warning: `${event.kind}_silent`, lasts: true };
    case 'unmuted':
    case 'device_regained':
      return { warning: `${event.kind}_silent`, lasts: false };
    case 'storage_low':
      return { warning: 'storage_low', lasts: true };
    default:
      return null;
  }
}

export function withWarning(warnings: Warning[], { warning, lasts }: WarningChange): Warning[] {
  const others = warnings.filter((known) => known !== warning);
  return lasts ? [...others, warning] : others;
}
