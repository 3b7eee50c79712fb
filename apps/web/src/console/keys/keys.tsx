import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { keysCopy as copy } from '../copy/console.copy.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { ShownOnce } from '../shell/shown-once.js';
import { Empty, FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { CreateKey } from './create-key.js';
import { KeyRow } from './key-row.js';
import { KEYS, listKeys, type IssuedKey } from './keys-api.js';

export function Keys() {
  return useRight('keys.manage') ? <ManagedKeys /> : <NotAllowed />;
}

function ManagedKeys() {
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  // Kept in this page alone: leaving it or loading it again loses the text of the key.
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const [said, say] = useState('');
  const { list, items: keys } = usePages(KEYS, listKeys);
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  const show = (key: IssuedKey) => {
    setCreating(false);
    setIssued(key);
    void client.invalidateQueries({ queryKey: KEYS });
  };
  const create = (
    <Button look="primary" small onClick={() => setCreating(true)}>
      {copy.create}
    </Button>
  );
  return (
    <Page title={copy.title} actions={!isCreating && !issued && create}>
      <p className="hint">{copy.intro}</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {issued && (
        <ShownOnce title={copy.shown(issued.name)} text={issued.key} onStored={() => setIssued(null)} />
      )}
      {isCreating && <CreateKey onIssued={show} onCancel={() => setCreating(false)} />}
      {!keys && <Loading />}
      {keys?.length === 0 && <Empty title={copy.empty} />}
      <ul className="console-list">
        {keys?.map((key) => (
          <KeyRow key={key.id} apiKey={key} onIssued={show} onRevoked={() => say(copy.revoked(key.name))} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}
