import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { AskedBy } from '../../ui/asked-by.js';
import { brandingCopy as copy } from '../copy/organization.copy.js';
import { useMe, useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, NotAllowed, Problem } from '../shell/states.js';
import {
  BRANDING_KEY,
  readBranding,
  saveBranding,
  type Branding,
  type BrandingFields,
} from './branding-api.js';
import { withChanges } from './branding.model.js';
import { Logo } from './logo.js';

/** Shown until a colour is chosen. */
const FIRST_COLOUR = '#20438f';

export function BrandingPage() {
  return useRight('organization.change') ? <ChangedBranding /> : <NotAllowed />;
}

function ChangedBranding() {
  const { data, error, refetch } = useQuery({ queryKey: BRANDING_KEY, queryFn: readBranding });
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      {data ? (
        <>
          <Look branding={data} />
          <Logo logoUrl={data.logoUrl} />
        </>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** Name and colour, with what respondents would see. */
function Look({ branding }: { branding: Branding }) {
  const client = useQueryClient();
  const { organization } = useMe();
  const [before, setBefore] = useState(branding);
  const [name, setName] = useState(branding.displayName ?? '');
  const [hasColour, setHasColour] = useState(branding.colour !== null);
  const [colour, setColour] = useState(branding.colour ?? FIRST_COLOUR);
  const chosen: BrandingFields = {
    displayName: name.trim() === '' ? null : name.trim(),
    colour: hasColour ? colour : null,
  };
  const save = useMutation({
    mutationFn: async (wanted: BrandingFields) =>
      saveBranding(withChanges(await readBranding(), wanted, before)),
    onSuccess: (saved) => {
      client.setQueryData(BRANDING_KEY, saved);
      setBefore(saved);
      setName(saved.displayName ?? '');
      setHasColour(saved.colour !== null);
      setColour(saved.colour ?? colour);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(chosen);
  };
  return (
    <form className="form panel" onSubmit={submit} aria-label={copy.title}>
      <div role="group" aria-label={copy.preview}>
        <AskedBy
          organization={{
            name: chosen.displayName ?? organization.name,
            colour: chosen.colour,
            logoUrl: branding.logoUrl,
          }}
        />
      </div>
      <DisplayName {...{ name, setName }} instead={organization.name} />
      <Colour {...{ hasColour, colour, setHasColour, setColour }} />
      <Problem error={save.error} />
      <p role="status" className="hint">
        {save.isSuccess && copy.saved}
      </p>
      <div className="actions">
        <button type="submit" className="button button--primary" aria-disabled={save.isPending}>
          {copy.save}
        </button>
      </div>
    </form>
  );
}

interface DisplayNameProps {
  name: string;
  setName: (name: string) => void;
  /** What is shown where it is empty. */
  instead: string;
}

function DisplayName({ name, setName, instead }: DisplayNameProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{copy.name}</label>
      <input
        {...{ id, type: 'text', value: name, maxLength: 200 }}
        aria-describedby={`${id}h`}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <span className="hint" id={`${id}h`}>
        {copy.nameHint(instead)}
      </span>
    </div>
  );
}

interface ColourProps {
  hasColour: boolean;
  colour: string;
  setHasColour: (hasColour: boolean) => void;
  setColour: (colour: string) => void;
}

function Colour({ hasColour, colour, setHasColour, setColour }: ColourProps) {
  const id = useId();
  return (
    <>
      <label className="check">
        <input
          {...{ type: 'checkbox', checked: hasColour }}
          onChange={(event) => setHasColour(event.currentTarget.checked)}
        />
        {copy.hasColour}
      </label>
      {hasColour && (
        <div className="field console-filter">
          <label htmlFor={id}>{copy.colour}</label>
          <input
            {...{ id: id, className: 'console-colour', type: 'color', value: colour }}
            onChange={(event) => setColour(event.currentTarget.value)}
          />
        </div>
      )}
    </>
  );
}
