import { Component, type ReactNode } from 'react';
import { Button } from './button.js';
import { Notice } from './notice.js';
import { Shell } from './shell.js';

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
    return (
      <Shell>
        <h1 className="visually-hidden">This page could not be shown</h1>
        <Notice tone="alert" title="This page could not be shown">
          <p>
            A mistake of ours, not yours. What you recorded is kept on this device, and a recording that runs
            goes on.
          </p>
          <p>Show the page again. If that does not help, reload it.</p>
          <div className="actions">
            <Button onClick={() => this.setState({ hasFailed: false })}>Show the page again</Button>
          </div>
        </Notice>
      </Shell>
    );
  }
}
