import { useEffect } from 'react';
import { Shell } from '../ui/shell.js';
import { landingCopy as copy, unknownPathCopy } from './copy/landing.copy.js';
import './landing.css';

/** The page at `/`, and at unknown paths. */
export function Landing({ known }: { known: boolean }) {
  const { title } = known ? copy : unknownPathCopy;
  useEffect(() => {
    document.title = `${title} · Capture`;
  }, [title]);
  return (
    <Shell>
      <article className="panel panel--alone landing">
        <h1>{title}</h1>
        {known ? <About /> : <UnknownPath />}
        <p className="hint">{copy.asked}</p>
      </article>
    </Shell>
  );
}

function About() {
  return (
    <>
      <p>{copy.intro}</p>
      <ul className="landing__links">
        <li>
          <a href="/console">{copy.console}</a>
          <span className="hint">{copy.consoleHint}</span>
        </li>
        <li>
          <a href="/api/docs">{copy.reference}</a>
          <span className="hint">{copy.referenceHint}</span>
        </li>
        <li>
          <a href="/api/v1/openapi.json">{copy.openapi}</a>
          <span className="hint">{copy.openapiHint}</span>
        </li>
      </ul>
    </>
  );
}

function UnknownPath() {
  return (
    <>
      <p>{unknownPathCopy.check}</p>
      <p>
        <a href="/">{unknownPathCopy.start}</a>
      </p>
    </>
  );
}
