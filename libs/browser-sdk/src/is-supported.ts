/** The probe alone, under 600 bytes, for pages that load the recorder only where it can run. */
export { isSupported } from './support.js';
