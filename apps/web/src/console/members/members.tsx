import { useState } from 'react';
import { membersCopy as copy } from '../copy/organization.copy.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { Invitations } from './invitations.js';
import { MemberRow } from './member-row.js';
import { listMembers, memberKeys } from './members-api.js';

export function Members() {
  return useRight('members.manage') ? <ManagedMembers /> : <NotAllowed />;
}

/** Who is in the organization, and who is asked to join. */
function ManagedMembers() {
  const [said, say] = useState('');
  const { list, items: members } = usePages(memberKeys.list, listMembers);
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page title={copy.title}>
      <p role="status" className="hint">
        {said}
      </p>
      {!members && <Loading />}
      <ul className="console-list">
        {members?.map((member) => (
          <MemberRow key={member.id} member={member} onSaid={say} />
        ))}
      </ul>
      <More pages={list} />
      <Invitations onSaid={say} />
    </Page>
  );
}
