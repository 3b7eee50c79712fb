// Dashboards as files of the charts: the gateway's chart carries the overview, as every installation has one.
import { SERVICES } from '../settings/services.js';
import { dashboardOf } from './dashboard.js';
import { OVERVIEW } from './overview-board.js';
import { serviceBoard } from './service-board.js';

const text = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;

/** Paths, from the root of the repository, with the dashboards that belong there. */
export function dashboardFiles(): [string, string][] {
  return [
    ...SERVICES.map((service): [string, string] => [
      `helm/${service}/dashboards/${service}.json`,
      text(dashboardOf(serviceBoard(service))),
    ]),
    ['helm/gateway/dashboards/overview.json', text(dashboardOf(OVERVIEW))],
  ];
}
