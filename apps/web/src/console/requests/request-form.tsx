import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { requestFormCopy as copy } from '../copy/requests.copy.js';
import { toLocalInput } from '../copy/local-time.js';
import { Problem } from '../shell/states.js';
import { bodyOf, changesOf } from './request-form.model.js';
import { RequestPreview, type PreviewedRequest } from './request-preview.js';
import { MOST_TITLE, type CaptureRequest, type RequestChanges } from './requests-api.js';

/** A form that nobody has filled in yet. */
const EMPTY: PreviewedRequest = {
  title: '',
  prompt: '',
  maxDurationSec: 5 * 60,
  deadlineAt: null,
  release: { text: null, required: false },
};

/** What the form holds. */
export interface FilledIn extends PreviewedRequest {
  hasOpenLink: boolean;
}

interface RequestFormProps {
  /** What is changed; a new one without it. */
  request?: CaptureRequest;
  /** What was filled in before for a new one. */
  draft?: FilledIn | undefined;
  onFilledIn?: (filledIn: FilledIn) => void;
  error: Error | null;
  isBusy: boolean;
  onSubmit: (filledIn: FormData) => void;
  onCancel: () => void;
}

export function RequestForm(props: RequestFormProps) {
  const { request, draft, error, isBusy, onFilledIn, onSubmit, onCancel } = props;
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onSubmit(new FormData(event.currentTarget));
  };
  const shown: PreviewedRequest = request ?? draft ?? EMPTY;
  const [filledIn, setFilledIn] = useState(shown);
  const show = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const now = previewOf(form, request);
    setFilledIn(now);
    onFilledIn?.({ ...now, hasOpenLink: form.get('openLink') !== null });
  };
  return (
    <div className="console-beside">
      <form className="form panel" onSubmit={submit} onChange={show}>
        <Title id={`${id}t`} value={shown.title} />
        <LongText
          id={`${id}p`}
          name="prompt"
          value={shown.prompt}
          label={copy.prompt}
          hint={copy.promptHint}
          required
        />
        <Minutes id={`${id}m`} value={(shown.maxDurationSec || EMPTY.maxDurationSec) / 60} />
        <Deadline id={`${id}d`} value={shown.deadlineAt} />
        <LongText
          id={`${id}r`}
          name="release"
          value={shown.release.text}
          label={copy.release}
          hint={copy.releaseHint}
        />
        <label className="check">
          <input
            {...{ type: 'checkbox', name: 'openLink' }}
            defaultChecked={Boolean(request?.openLink ?? draft?.hasOpenLink)}
          />
          {copy.openLink}
        </label>
        <Problem error={error} />
        <div className="actions">
          <button type="submit" className="button button--primary" aria-disabled={isBusy}>
            {request ? copy.save : copy.create}
          </button>
          <Button onClick={onCancel}>{copy.cancel}</Button>
        </div>
      </form>
      <RequestPreview request={filledIn} />
    </div>
  );
}

function Title({ id, value }: { id: string; value: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{copy.name}</label>
      <input
        {...{ id, name: 'title', type: 'text', defaultValue: value, maxLength: MOST_TITLE }}
        aria-describedby={`${id}h`}
        required
      />
      <span className="hint" id={`${id}h`}>
        {copy.nameHint}
      </span>
    </div>
  );
}

function Minutes({ id, value }: { id: string; value: number }) {
  return (
    <div className="field">
      <label htmlFor={id}>{copy.minutes}</label>
      <input
        {...{ id, name: 'minutes', type: 'number', min: 0.1, max: 120, step: 'any' }}
        defaultValue={value}
        required
      />
    </div>
  );
}

function Deadline({ id, value }: { id: string; value: string | null }) {
  return (
    <div className="field">
      <label htmlFor={id}>{copy.deadline}</label>
      <input
        {...{ id, name: 'deadline', type: 'datetime-local' }}
        defaultValue={toLocalInput(value ?? undefined)}
        aria-describedby={`${id}h`}
      />
      <span className="hint" id={`${id}h`}>
        {copy.deadlineHint}
      </span>
    </div>
  );
}

interface LongTextProps {
  id: string;
  name: string;
  label: string;
  hint: string;
  value: string | null;
  required?: boolean;
}

function LongText({ id, name, label, hint, value, required = false }: LongTextProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...{ id, name, rows: 4, maxLength: 5000, required }}
        defaultValue={value ?? ''}
        aria-describedby={`${id}h`}
      />
      <span className="hint" id={`${id}h`}>
        {hint}
      </span>
    </div>
  );
}

/** What people will see once the form is saved. */
function previewOf(form: FormData, before: CaptureRequest | undefined): PreviewedRequest {
  const shown: PreviewedRequest = before ?? EMPTY;
  const changes: RequestChanges = before ? changesOf(form, before) : bodyOf(form);
  const { title, prompt, maxDurationSec, deadlineAt, release } = { ...shown, ...changes };
  return {
    title,
    prompt,
    maxDurationSec: maxDurationSec ?? 0,
    deadlineAt: deadlineAt ?? null,
    release: { text: release?.text ?? null, required: release?.required ?? false },
  };
}
