import { currentLocale } from '../../language/catalogue.js';
import { amountCopy } from './console.copy.js';

const locale = currentLocale();
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** In the reader's time zone. */
export function formatTime(iso: string): string {
  return dates.format(new Date(iso));
}

/** `1:05`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day as usage counts it, in UTC. */
export function formatDay(iso: string): string {
  return days.format(new Date(iso));
}

/** A month as usage counts it, in UTC. */
export function formatMonth(iso: string): string {
  return months.format(new Date(iso));
}

/** `1 h 5 min`, `5 min`, `40 s`: amounts of footage. */
export function formatAmount(seconds: number): string {
  if (seconds < 60) return amountCopy.seconds(seconds);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [
    hours > 0 ? amountCopy.hours(formatCount(hours)) : '',
    minutes > 0 ? amountCopy.minutes(minutes) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** `10,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString(locale);
}
