import { useEffect } from 'react';
import { closingCopy, type ClosingPage } from '../copy/account.copy.js';
import { forgotCopy } from '../copy/account.copy.js';

/** Nothing more to do here: what happened, and what to do next. */
export function Closing({ page }: { page: ClosingPage }) {
  const { title, body } = closingCopy[page];
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <article className="panel panel--alone">
      <h1 tabIndex={-1} data-focus-home>
        {title}
      </h1>
      {body.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {page === 'expired' && (
        <p>
          <a href="/console/forgot">{forgotCopy.title}</a>
        </p>
      )}
    </article>
  );
}
