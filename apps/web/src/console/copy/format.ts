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
