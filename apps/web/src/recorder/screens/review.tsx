import type { RequestInfo, Take } from '@capture/browser';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { spokenLength } from '../copy/format.js';
import { takeNote } from '../copy/problem-words.js';
import type { RecorderController } from '../flow/recorder.controller.js';
import { isTooLong } from '../flow/recorder.model.js';
import type { FormField, RecorderState } from '../flow/recorder.state.js';
import { ProblemNotice } from './problem-notice.js';
import { Prompt } from './prompt.js';
import { reviewCopy as copy } from '../copy/steps.copy.js';

interface ReviewProps {
  state: RecorderState;
  take: Take;
  request: RequestInfo;
  controller: RecorderController;
}

/** Plays the take; to be sent or recorded again. */
export function Review({ state, take, request, controller }: ReviewProps) {
  const note = takeNote(take, request.maxDurationSec);
  return (
    <article className="split split--stage split--review">
      <Prompt request={request} />
      <section className="booth">
        <h2 tabIndex={-1} data-focus-home>
          {copy.title}
        </h2>
        <div className="stage">
          <video
            className="stage__take"
            src={take.previewUrl}
            aria-label={copy.take}
            controls
            playsInline
            preload="auto"
          />
        </div>
        {note && (
          <Notice tone="plain">
            <p>{note}</p>
          </Notice>
        )}
      </section>
      <SubmitForm state={state} take={take} request={request} controller={controller} />
    </article>
  );
}

function SubmitForm({ state, take, request, controller }: ReviewProps) {
  const form = useRef<HTMLFormElement>(null);
  const { missing } = state;
  const tooLong = isTooLong(take, request);
  const limit = spokenLength(request.maxDurationSec);
  useEffect(() => {
    if (missing.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [missing]);
  return (
    <form
      ref={form}
      className="send"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void controller.submit();
      }}
    >
      {state.mode === 'open' && <NameField state={state} controller={controller} />}
      {request.release.required && <ReleaseField state={state} request={request} controller={controller} />}
      <ProblemNotice problem={state.problem} />
      {tooLong && (
        <Notice tone="plain">
          <p>{copy.tooLong(limit)}</p>
        </Notice>
      )}
      <div className="send__buttons">
        <Button look="primary" type="submit">
          {tooLong ? copy.sendFirst(limit) : copy.submit}
        </Button>
        {(tooLong || state.problem?.at === 'submitting') && (
          <a className="button" href={take.previewUrl} download="my-recording.mp4">
            {tooLong ? copy.saveFile : copy.saveCopy}
          </a>
        )}
        <RecordAgain onAgree={() => controller.turnOn()} />
      </div>
    </form>
  );
}

/** Asks first, since the new recording takes the place of this one. */
function RecordAgain({ onAgree }: { onAgree: () => void }) {
  const [asked, setAsked] = useState<'never' | 'sure?' | 'kept'>('never');
  if (asked !== 'sure?') {
    return (
      <Button autoFocus={asked === 'kept'} onClick={() => setAsked('sure?')}>
        {copy.again}
      </Button>
    );
  }
  return (
    <>
      <p role="alert">{copy.replaces}</p>
      <Button autoFocus onClick={() => setAsked('kept')}>
        {copy.keep}
      </Button>
      <Button look="record" onClick={onAgree}>
        {copy.replace}
      </Button>
    </>
  );
}

type FieldProps = Pick<ReviewProps, 'state' | 'controller'>;

function NameField({ state, controller }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor="display-name">{copy.name}</label>
      <input
        id="display-name"
        type="text"
        autoComplete="name"
        maxLength={200}
        required
        value={state.form.displayName}
        onChange={(event) => controller.fill({ displayName: event.target.value })}
        {...validity(state, 'displayName', 'display-name-error')}
      />
      {state.missing.includes('displayName') && (
        <p id="display-name-error" className="field__error">
          {copy.nameMissing}
        </p>
      )}
    </div>
  );
}

function ReleaseField({ state, request, controller }: FieldProps & { request: RequestInfo }) {
  return (
    <div className="field">
      <div
        className="release release--again"
        role="region"
        dir="auto"
        aria-label={copy.releaseText}
        tabIndex={0}
      >
        {request.release.text}
      </div>
      <label className="check">
        <input
          type="checkbox"
          required
          checked={state.form.releaseAccepted}
          onChange={(event) => controller.fill({ releaseAccepted: event.target.checked })}
          {...validity(state, 'releaseAccepted', 'release-error')}
        />
        {copy.accept}
      </label>
      {state.missing.includes('releaseAccepted') && (
        <p id="release-error" className="field__error">
          {copy.releaseMissing}
        </p>
      )}
    </div>
  );
}

function validity(state: RecorderState, field: FormField, errorId: string) {
  if (!state.missing.includes(field)) return {};
  return { 'aria-invalid': true, 'aria-describedby': errorId } as const;
}
