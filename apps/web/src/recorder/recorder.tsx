import { useSyncExternalStore } from 'react';
import { useFocusHome } from '../ui/focus.js';
import { Shell } from '../ui/shell.js';
import { useAnnouncement } from './copy/use-announcement.js';
import { useDocumentTitle } from './copy/use-document-title.js';
import type { RecorderController } from './flow/recorder.controller.js';
import type { RecorderState } from './flow/recorder.state.js';
import { ClosingPage } from './screens/closing-page.js';
import { Done } from './screens/done.js';
import { Loading } from './screens/loading.js';
import { Question } from './screens/question.js';
import { Review } from './screens/review.js';
import { Stage } from './screens/stage.js';
import { Submitting } from './screens/submitting.js';
// Order matters: the media queries of `responsive.css` override the others.
import './styles/layout.css';
import './styles/prompt.css';
import './styles/camera.css';
import './styles/submitting.css';
import './styles/responsive.css';

interface RecorderProps {
  controller: RecorderController;
  /** The link with its key, to be copied into another browser. */
  link: string;
}

/** Steps in which no camera is on and nothing is being sent. */
const CALM: readonly RecorderState['phase']['name'][] = ['loading', 'question', 'page', 'done'];

/** The respondent's page: shows the current step and announces it to screen readers. */
export function Recorder({ controller, link }: RecorderProps) {
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot);
  const announcement = useAnnouncement(state);
  useDocumentTitle(state);
  useFocusHome(stepOf(state));
  return (
    <Shell languages={CALM.includes(state.phase.name)}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Step state={state} controller={controller} link={link} />
    </Shell>
  );
}

/** The page when something prevents the visit from beginning. */
export function BlockedPage({ state, link }: { state: RecorderState; link: string | null }) {
  useDocumentTitle(state);
  return (
    <Shell>
      <ClosingPage state={state} link={link} />
    </Shell>
  );
}

function Step({ state, controller, link }: RecorderProps & { state: RecorderState }) {
  const { phase, request } = state;
  if (phase.name === 'page') return <ClosingPage state={state} link={link} controller={controller} />;
  if (phase.name === 'done') return <Done mode={state.mode} />;
  if (phase.name === 'loading' || !request) return <Loading />;
  switch (phase.name) {
    case 'question':
      return <Question state={state} request={request} controller={controller} />;
    case 'review':
      return <Review state={state} take={phase.take} request={request} controller={controller} />;
    case 'submitting':
      return <Submitting phase={phase} request={request} onStop={() => controller.stopUpload()} />;
    default:
      return <Stage state={state} phase={phase} request={request} controller={controller} />;
  }
}

/** Changes whenever the focused control may have disappeared. */
function stepOf({ phase, stranded }: RecorderState): string {
  if (phase.name === 'page') return `page ${phase.page} ${phase.take?.id}`;
  return phase.name === 'question' ? `question ${stranded.length}` : phase.name;
}
