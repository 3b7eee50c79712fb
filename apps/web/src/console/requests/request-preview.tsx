import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { CameraIcon } from '../../ui/icons.js';
import { questionCopy } from '../../recorder/copy/question.copy.js';
import { Facts } from '../../recorder/screens/facts.js';
import { Prompt } from '../../recorder/screens/prompt.js';
import { Release } from '../../recorder/screens/release.js';
import { BRANDING_KEY, readBranding } from '../branding/branding-api.js';
import { requestFormCopy as copy } from '../copy/requests.copy.js';
import { useMe } from '../shell/me.js';
import '../../recorder/styles/layout.css';
import '../../recorder/styles/prompt.css';

/** What of a request the recorder's page shows. */
export interface PreviewedRequest {
  title: string;
  prompt: string;
  maxDurationSec: number;
  deadlineAt: string | null;
  release: { text: string | null; required: boolean };
}

/** What people will see who open a link, drawn by the recorder's own components from what is filled in. */
export function RequestPreview({ request }: { request: PreviewedRequest }) {
  const id = useId();
  const { organization } = useMe();
  const { data: branding } = useQuery({ queryKey: BRANDING_KEY, queryFn: readBranding });
  const { title, prompt, maxDurationSec, deadlineAt, release } = request;
  const asking = {
    name: branding?.displayName ?? organization.name,
    logoUrl: branding?.logoUrl ?? null,
    colour: branding?.colour ?? null,
  };
  const shown = {
    title: title === '' ? copy.noTitle : title,
    prompt: prompt === '' ? copy.noPrompt : prompt,
    organization: asking,
  };
  return (
    <section className="panel console-preview" aria-labelledby={id}>
      <p className="hint" id={id}>
        {copy.preview}
      </p>
      <Prompt request={shown} heading="p">
        {/* While the field is empty or wrong there is no length to show. */}
        {maxDurationSec > 0 && <Facts request={{ maxDurationSec, deadlineAt }} />}
      </Prompt>
      {release.text !== null && <Release release={release} />}
      {/* Looks like the recorder's button, and is none. */}
      <p className="button button--primary">
        <CameraIcon />
        {questionCopy.turnOn}
      </p>
    </section>
  );
}
