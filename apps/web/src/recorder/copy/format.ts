/** Durations, sizes and dates as people read them, in the language of the page. */
import { currentLocale } from '../../language/catalogue.js';

type Unit = 'hour' | 'minute' | 'second' | 'kilobyte' | 'megabyte' | 'gigabyte';

function measured(amount: number, unit: Unit, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, ...options }).format(amount);
}

/** "5 minutes", "1 minute 30 seconds": a length in words. */
export function spokenLength(totalSec: number): string {
  const whole = Math.max(0, Math.round(totalSec));
  const spoken = (amount: number, unit: Unit) => measured(amount, unit, { unitDisplay: 'long' });
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts = [
    ...(hours > 0 ? [spoken(hours, 'hour')] : []),
    ...(minutes > 0 ? [spoken(minutes, 'minute')] : []),
    ...(seconds > 0 || whole === 0 ? [spoken(seconds, 'second')] : []),
  ];
  // Narrow is without commas.
  return new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'narrow' }).format(parts);
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
  if (bytes < 1_000_000) return sized(Math.ceil(bytes / 1000), 'kilobyte', 0);
  if (bytes < 1_000_000_000) return sized(bytes / 1_000_000, 'megabyte', bytes < 10_000_000 ? 1 : 0);
  return sized(bytes / 1_000_000_000, 'gigabyte', 1);
}

function sized(amount: number, unit: Unit, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return measured(amount, unit, { unitDisplay: 'short', ...options });
}

/** "21 November 2026 at 14:05", in the person's own time zone. */
export function readableMoment(iso: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(currentLocale('en-GB'), options).format(new Date(iso));
}
