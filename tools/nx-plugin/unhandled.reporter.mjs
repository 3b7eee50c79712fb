// Keeps what no test caught, which vitest's JSON report leaves out, in the file that CAPTURE_UNHANDLED_FILE names.
import { writeFileSync } from 'node:fs';

export default class UnhandledReporter {
  onTestRunEnd(_modules, errors) {
    const unhandled = errors.map((error) => ({
      file: error.VITEST_TEST_PATH,
      title: error.VITEST_TEST_NAME,
      why: error.stack ?? String(error.message),
    }));
    writeFileSync(process.env.CAPTURE_UNHANDLED_FILE, JSON.stringify(unhandled));
  }
}
