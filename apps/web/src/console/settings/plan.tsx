import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Notice } from '../../ui/notice.js';
import { formatAmount } from '../copy/format.js';
import { planCopy as copy } from '../copy/settings.copy.js';
import { readUsage, usageKey } from '../usage/usage-api.js';
import type { Organization } from './settings-api.js';

type Feature = keyof typeof copy.features;

/** What the organization may do, and what of its allowance is used. Nobody changes it here. */
export function Plan({ organization }: { organization: Organization }) {
  const id = useId();
  const { plan, paused } = organization;
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p>{copy.name(plan)}</p>
      {paused && (
        <Notice tone="warn">
          <p>{copy.paused}</p>
        </Notice>
      )}
      <Limits organization={organization} />
    </section>
  );
}

function Limits({ organization: { allowance, limits, features } }: { organization: Organization }) {
  const { data: usage } = useQuery({ queryKey: usageKey('day'), queryFn: () => readUsage('day') });
  const included = formatAmount(allowance.includedSec);
  const rows = [
    [copy.rows.allowance, allowance.overridden ? copy.overridden(included) : included],
    [copy.rows.used, usage ? formatAmount(usage.allowance.used) : '…'],
    ...(['rosterCap', 'submissionCap', 'maxGuests'] as const).map((limit) => [
      copy.rows[limit],
      limits[limit].toLocaleString('en'),
    ]),
    ...(Object.keys(copy.features) as Feature[]).map((feature) => [
      copy.features[feature],
      features.includes(feature) ? copy.included : copy.missing,
    ]),
  ];
  return (
    <div className="console-table" role="region" aria-label={copy.limits} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{copy.limits}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.columns.what}</th>
            <th scope="col">{copy.columns.limit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
