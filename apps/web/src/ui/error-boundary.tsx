import { Component, type ReactNode } from 'react';
import { Button } from './button.js';
import { Notice } from './notice.js';
import { Shell } from './shell.js';
import { brokenPageCopy } from './copy/broken-page.copy.js';

interface ErrorBoundaryState {
  hasFailed: boolean;
}

/**
 * In place of a page that could not be drawn. What records and sends is not part of what is drawn and goes on, so that the
 * page can be drawn again where it was.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const copy = brokenPageCopy();
    return (
      <Shell>
        <h1 className="visually-hidden">{copy.title}</h1>
        <Notice tone="alert" title={copy.title}>
          <p>{copy.kept}</p>
          <p>{copy.next}</p>
          <div className="actions">
            <Button onClick={() => this.setState({ hasFailed: false })}>{copy.again}</Button>
          </div>
        </Notice>
      </Shell>
    );
  }
}
