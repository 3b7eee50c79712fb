import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { requestFormCopy as copy } from '../copy/requests.copy.js';
import { toLocalInput } from '../copy/local-time.js';
import { Problem } from '../shell/states.js';
import { bodyOf, changesOf } from './request-form.model.js';
import { RequestPreview, type PreviewedRequest } from './request-preview.js';
import { MOST_TITLE, type CaptureRequest, type RequestChanges } from './requests-api.js';

const DEFAULT_MINUTES = 5;
/** A form that nobody has filled in yet. */
const EMPTY: PreviewedRequest = {
  title: '',
  prompt: '',
  maxDurationSec: DEFAULT_MINUTES * 60,
  deadlineAt: null,
  release: { text: null, required: false },
};

interface RequestFormProps {
  /** What is changed; a new one without it. */
  request?: CaptureRequest;
  error: Error | null;
  isBusy: boolean;
  onSubmit: (filledIn: FormData) => void;
  onCancel: () => void;
}

export function RequestForm({ request, error, isBusy, onSubmit, onCancel }: RequestFormProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onSubmit(new FormData(event.currentTarget));
  };
  const minutes = request ? request.maxDurationSec / 60 : DEFAULT_MINUTES;
  const [filledIn, setFilledIn] = useState<PreviewedRequest>(request ?? EMPTY);
  const show = (event: FormEvent<HTMLFormElement>) =>
    setFilledIn(previewOf(new FormData(event.currentTarget), request));
  return (
    <div className="console-beside">
      <form className="form panel" onSubmit={submit} onChange={show}>
        <Title id={`${id}t`} value={request?.title} />
        <LongText
          id={`${id}p`}
          name="prompt"
          value={request?.prompt}
          label={copy.prompt}
          hint={copy.promptHint}
          required
        />
        <div className="field">
          <label htmlFor={`${id}m`}>{copy.minutes}</label>
          <input
            {...{ id: `${id}m`, name: 'minutes', type: 'number', min: 0.1, max: 120, step: 'any' }}
            defaultValue={minutes}
            required
          />
        </div>
        <Deadline id={`${id}d`} value={request?.deadlineAt} />
        <LongText
          id={`${id}r`}
          name="release"
          value={request?.release.text}
          label={copy.release}
          hint={copy.releaseHint}
        />
        <label className="check">
          <input type="checkbox" name="openLink" defaultChecked={Boolean(request?.openLink)} />
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

function Title({ id, value }: { id: string; value: string | undefined }) {
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

function Deadline({ id, value }: { id: string; value: string | null | undefined }) {
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
  value?: string | null | undefined;
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
