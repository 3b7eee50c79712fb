import { Shell } from '../ui/shell.js';
import './landing.css';

/** The page at `/`, and at unknown paths. */
export function Landing({ known }: { known: boolean }) {
  return (
    <Shell>
      <article className="panel panel--alone landing">
        {known ? <About /> : <UnknownPath />}
        <p className="hint">
          Did somebody ask you for a recording? Open the whole link from their message; it brings you straight
          to the question.
        </p>
      </article>
    </Shell>
  );
}

function About() {
  return (
    <>
      <h1>This server collects recordings of people</h1>
      <p>
        Each person answers a question on their own device, in their own time. The recording is made there, at
        full quality, and comes here when they submit it.
      </p>
      <ul className="landing__links">
        <li>
          <a href="/console">Console</a>
          <span className="hint">Ask for recordings, watch what came back, manage keys.</span>
        </li>
        <li>
          <a href="/api/docs">API reference</a>
          <span className="hint">Create requests, add contacts, fetch recordings.</span>
        </li>
        <li>
          <a href="/api/v1/openapi.json">OpenAPI document</a>
          <span className="hint">The same, for code generators and tools.</span>
        </li>
      </ul>
    </>
  );
}

function UnknownPath() {
  return (
    <>
      <h1>There is nothing at this address</h1>
      <p>
        Check it for missing or extra characters, or go to the <a href="/">start page</a>.
      </p>
    </>
  );
}
