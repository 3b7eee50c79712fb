import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { organizationsCopy as copy } from '../copy/account.copy.js';
import { useMe } from '../shell/me.js';
import { Page } from '../shell/page.js';
import type { OrganizationName } from './organizations-api.js';
import { Enter } from './enter.js';

/** The organizations of the person who is signed in, and the way to another. */
export function Organizations() {
  const { organization, organizations } = useMe();
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      <ul className="console-list">
        {organizations.map((each) => (
          <Row key={each.id} organization={each} isHere={each.id === organization.id} />
        ))}
      </ul>
    </Page>
  );
}

function Row({ organization, isHere }: { organization: OrganizationName; isHere: boolean }) {
  const [isAsked, ask] = useState(false);
  return (
    <li className="console-row" aria-current={isHere || undefined}>
      <span className="console-row__title">
        {organization.name}
        {isHere && ` (${copy.here})`}
      </span>
      {!isHere && !isAsked && (
        <div className="actions">
          <Button small onClick={() => ask(true)}>
            {copy.go(organization.name)}
          </Button>
        </div>
      )}
      {!isHere && isAsked && <Enter organization={organization} onCancel={() => ask(false)} />}
    </li>
  );
}
