import encodeQR from 'qr';
import { pathOf } from './qr-path.js';

/** Modules of quiet around the symbol, so that cameras find it (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code, dark on light whatever the colours of the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  return (
    <svg
      className="console-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}
