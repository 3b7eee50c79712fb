import { useSyncExternalStore } from 'react';
import { useFocusHome } from '../ui/focus.js';
import { Shell } from '../ui/shell.js';
import type { RecorderController } from './recorder.controller.js';
import type { RecorderState } from './recorder.model.js';
import { ClosingPage } from './screens/closing-page.js';
import { Done } from './screens/done.js';
import { Loading } from './screens/loading.js';
import { Question } from './screens/question.js';
import { Review } from './screens/review.js';
import { Stage } from './screens/stage.js';
import { Submitting } from './screens/submitting.js';
import { useAnnouncement } from './use-announcement.js';
import { useDocumentTitle } from './use-document-title.js';
import './recorder.css';

interface RecorderProps {
  controller: RecorderController;
  /** The whole link with its key, for carrying it to another browser. */
  link: string;
}

/** The respondent's page: shows the current step, and tells it to those who do not see it. */
export function Recorder({ controller, link }: RecorderProps) {
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot);
  const heard = useAnnouncement(state);
  useDocumentTitle(state);
  useFocusHome(stepOf(state));
  return (
    <Shell>
      <p role="status" className="only-heard">
        {heard}
      </p>
      <Step state={state} controller={controller} link={link} />
    </Shell>
  );
}

/** The same page where something bars the way before a visit can begin. */
export function Barred({ state, link }: { state: RecorderState; link: string | null }) {
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

/** Changes whenever a control may have gone that held the focus. */
function stepOf({ phase, stranded }: RecorderState): string {
  if (phase.name === 'page') return `page ${phase.page} ${phase.take?.id}`;
  return phase.name === 'question' ? `question ${stranded.length}` : phase.name;
}
