import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Notice } from '../../ui/notice.js';
import { formatCount } from '../copy/format.js';
import { planCopy as copy } from '../copy/plan.copy.js';
import { ORGANIZATION_KEY, readOrganization, type Organization } from '../settings/settings-api.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, Problem } from '../shell/states.js';
import { Allowance } from '../usage/allowance.js';
import { readUsage, usageKey } from '../usage/usage-api.js';

type Feature = keyof typeof copy.names;
const LIMITS = Object.keys(copy.rows) as (keyof typeof copy.rows)[];
const FEATURES = Object.keys(copy.names) as Feature[];

/** What the organization may do, and what of it is used. Nobody changes it here. */
export function PlanPage() {
  const { data, error, refetch } = useQuery({ queryKey: ORGANIZATION_KEY, queryFn: readOrganization });
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { plan, paused, limits, features } = data;
  return (
    <Page title={copy.title}>
      <p>{copy.name(plan)}</p>
      {paused && (
        <Notice tone="warn">
          <p>{copy.paused}</p>
        </Notice>
      )}
      <Used organization={data} />
      <Rows
        title={copy.limits}
        columns={[copy.columns.what, copy.columns.limit]}
        rows={LIMITS.map((limit) => [copy.rows[limit], formatCount(limits[limit])])}
      />
      <Rows
        title={copy.features}
        columns={[copy.columns.feature, copy.columns.included]}
        rows={FEATURES.map((feature) => [
          copy.names[feature],
          features.includes(feature) ? copy.included : copy.missing,
        ])}
      />
    </Page>
  );
}

/** What of the month's amount is used. */
function Used({ organization: { allowance } }: { organization: Organization }) {
  const { data, error, refetch } = useQuery({ queryKey: usageKey('day'), queryFn: () => readUsage('day') });
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <Allowance usage={data}>
      {allowance.overridden && <p className="hint">{copy.overridden}</p>}
      <p>
        <Link href="/usage">{copy.usage}</Link>
      </p>
    </Allowance>
  );
}

interface RowsProps {
  title: string;
  columns: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}

function Rows({ title, columns, rows }: RowsProps) {
  return (
    <div className="panel">
      <h2>{title}</h2>
      <div className="console-table" role="region" aria-label={title} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
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
    </div>
  );
}
