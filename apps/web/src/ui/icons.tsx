/** Icons are decorative: the text beside them says the same. */
const frame = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export function CheckIcon() {
  return (
    <svg {...frame} className="icon icon--good">
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.5 2.8 2.8L16.2 9.5" />
    </svg>
  );
}

export function CameraIcon() {
  return (
    <svg {...frame} className="icon">
      <rect x="2.5" y="6" width="13" height="12" rx="2.5" />
      <path d="m15.5 11 6-3.5v9l-6-3.5" />
    </svg>
  );
}

export function MicrophoneIcon() {
  return (
    <svg {...frame} className="icon">
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
    </svg>
  );
}

export function ClockIcon() {
  return (
    <svg {...frame} className="icon">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.2 2" />
    </svg>
  );
}

export function CalendarIcon() {
  return (
    <svg {...frame} className="icon">
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 3v4M16 3v4" />
    </svg>
  );
}

export function RepeatIcon() {
  return (
    <svg {...frame} className="icon">
      <path d="M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5" />
    </svg>
  );
}

export function RecordIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="icon">
      <circle cx="12" cy="12" r="8" fill="currentColor" />
    </svg>
  );
}

export function StopIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="icon">
      <rect x="5.5" y="5.5" width="13" height="13" rx="2.5" fill="currentColor" />
    </svg>
  );
}
