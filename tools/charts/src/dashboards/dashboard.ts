// What a dashboard of ours consists of, and how Grafana is told.
import {
  TooltipDisplayMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

export interface Panel {
  title: string;
  /** Shown behind the title: what a bad picture means, or what is left out. */
  description?: string;
  /** A unit of Grafana: `s`, `bytes`, `reqps`, `percentunit`, `short`. */
  unit: string;
  /** PromQL by legend; a legend may name a label as `{{route}}`. */
  queries: Record<string, string>;
}

export interface Row {
  title: string;
  panels: readonly Panel[];
}

export interface Board {
  /** Stays when the title changes, so that links go on leading there. */
  uid: string;
  title: string;
  description: string;
  /** A query whose label `pod` names the processes that are meant; they are `$pod` in the queries. */
  pods: string;
  rows: readonly Row[];
}

const SOURCE = { type: 'prometheus', uid: '${datasource}' };
const HEIGHT = 8;
/** Of the 24 columns that Grafana has. */
const WIDTH = 8;

function panelOf({ title, description, unit, queries }: Panel): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .unit(unit)
    .datasource(SOURCE)
    .height(HEIGHT)
    .span(WIDTH)
    .min(0)
    .legend(new VizLegendOptionsBuilder().showLegend(true))
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi));
  if (description !== undefined) panel.description(description);
  for (const [legend, expr] of Object.entries(queries))
    panel.withTarget(new DataqueryBuilder().datasource(SOURCE).expr(expr).legendFormat(legend).range());
  return panel;
}

/** A dashboard in the form that Grafana imports. */
export function dashboardOf({ uid, title, description, pods, rows }: Board): Dashboard {
  const board = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags(['capture'])
    .time({ from: 'now-3h', to: 'now' })
    .refresh('30s')
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withVariable(
      new QueryVariableBuilder('namespace')
        .label('Namespace')
        .datasource(SOURCE)
        .query('label_values(capture_http_requests_total, namespace)')
        .refresh(VariableRefresh.OnTimeRangeChanged),
    )
    .withVariable(
      new QueryVariableBuilder('pod')
        .label('Pod')
        .datasource(SOURCE)
        .query(`label_values(${pods}, pod)`)
        .refresh(VariableRefresh.OnTimeRangeChanged)
        .multi(true)
        .includeAll(true),
    );
  for (const row of rows) {
    board.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) board.withPanel(panelOf(panel));
  }
  return board.build();
}
