/** Durations, sizes and dates as people read them. */

/** "5 minutes", "1 minute 30 seconds": a length in words. */
export function spokenLength(totalSec: number): string {
  const whole = Math.max(0, Math.round(totalSec));
  const parts = [
    counted(Math.floor(whole / 3600), 'hour'),
    counted(Math.floor((whole % 3600) / 60), 'minute'),
    counted(whole % 60, 'second'),
  ].filter((part) => part !== '');
  return parts.join(' ') || '0 seconds';
}

function counted(count: number, unit: string): string {
  return count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** "4:05", "1:00:00": a length on a clock. */
export function clockLength(totalSec: number): string {
  const whole = Math.max(0, Math.floor(totalSec));
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const tail = String(seconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** "3.2 MB", in decimal units, as phones show them. */
export function readableSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** "21 November 2026 at 14:05", in the person's own time zone. */
export function readableMoment(iso: string): string {
  return moment.format(new Date(iso));
}
