/** The probe alone, in a few hundred bytes: for pages that load the recorder only where it can run. */
export { isSupported } from './support.js';
