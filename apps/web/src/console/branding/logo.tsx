import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { brandingCopy as copy } from '../copy/organization.copy.js';
import { Problem } from '../shell/states.js';
import { BRANDING_KEY, MOST_LOGO_BYTES, removeLogo, uploadLogo, type Branding } from './branding-api.js';

export function Logo({ logoUrl }: Pick<Branding, 'logoUrl'>) {
  const id = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  const { upload, remove } = useLogo();
  const isBusy = upload.isPending || remove.isPending;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get('file');
    if (isBusy || !(file instanceof File)) return;
    setTooLarge(file.size > MOST_LOGO_BYTES);
    remove.reset();
    if (file.size <= MOST_LOGO_BYTES) upload.mutate(file);
  };
  return (
    <form className="form panel" onSubmit={submit} aria-labelledby={`${id}t`}>
      <h2 id={`${id}t`}>{copy.logo}</h2>
      <div className="field">
        <label htmlFor={id}>{copy.file}</label>
        <input
          {...{ id, name: 'file', type: 'file', accept: 'image/png,image/jpeg,image/webp' }}
          aria-describedby={`${id}h`}
          required
        />
        <span className="hint" id={`${id}h`}>
          {copy.logoHint}
        </span>
      </div>
      {isTooLarge && (
        <Notice tone="alert">
          <p>{copy.tooLarge}</p>
        </Notice>
      )}
      <Problem error={upload.error ?? remove.error} />
      <p role="status" className="hint">
        {upload.isSuccess && copy.uploaded}
        {remove.isSuccess && logoUrl === null && copy.removed}
      </p>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {copy.upload}
        </button>
        {logoUrl !== null && (
          <Button aria-disabled={isBusy} onClick={() => remove.mutate()}>
            {copy.removeLogo}
          </Button>
        )}
      </div>
    </form>
  );
}

function useLogo() {
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: uploadLogo,
    onSuccess: (branding) => client.setQueryData(BRANDING_KEY, branding),
  });
  const remove = useMutation({
    mutationFn: removeLogo,
    onSuccess: () => {
      upload.reset();
      return client.invalidateQueries({ queryKey: BRANDING_KEY });
    },
  });
  return { upload, remove };
}
