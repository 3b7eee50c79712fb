const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** In the reader's time zone. */
export function formatTime(iso: string): string {
  return dates.format(new Date(iso));
}

/** `1:05`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

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
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [hours > 0 ? `${hours.toLocaleString('en')} h` : '', minutes > 0 ? `${minutes} min` : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** `10,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
