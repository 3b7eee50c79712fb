{{- define "capture.servicemonitor" -}}
{{- if .Values.serviceMonitor.enabled -}}
{{- $names := dict "root" . "component" .Chart.Name -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ include "capture.fullname" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "capture.labels" $names | nindent 4 }}
    {{- with .Values.serviceMonitor.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "capture.selector" $names | nindent 6 }}
  endpoints:
    - port: {{ ternary "metrics" "http" (gt (int .Values.metricsPort) 0) }}
      path: /metrics
      interval: {{ .Values.serviceMonitor.interval }}
      # The label `service` of our samples names the process; Prometheus would keep it as `exported_service`.
      honorLabels: true
{{- end -}}
{{- end -}}

{{/* The files of the chart's folder dashboards, for Grafana's sidecar. */}}
{{- define "capture.dashboards" -}}
{{- if .Values.dashboards.enabled -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "capture.fullname" . }}-dashboards
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "capture.labels" (dict "root" . "component" .Chart.Name) | nindent 4 }}
    {{- with .Values.dashboards.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.dashboards.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
data:
  {{- (.Files.Glob "dashboards/*.json").AsConfig | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "capture.prometheusrule" -}}
{{- if .Values.prometheusRule.enabled -}}
{{- $of := printf "service=%q,namespace=%q" .Chart.Name .Release.Namespace -}}
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: {{ include "capture.fullname" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "capture.labels" (dict "root" . "component" .Chart.Name) | nindent 4 }}
    {{- with .Values.prometheusRule.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  groups:
    - name: {{ include "capture.fullname" . }}
      rules:
        {{- $all := printf "capture_http_requests_total{%s}" $of }}
        {{- $failed := printf "capture_http_requests_total{%s,status=~\"5..\"}" $of }}
        {{- include "capture.burn" (dict "root" . "alert" "CaptureAnswersFail" "runbook" "answers-fail"
          "bad" (printf "sum(rate(%s[WINDOW])) / sum(rate(%s[WINDOW]))" $failed $all)
          "objective" .Values.prometheusRule.availability
          "summary" (printf "%s answers too many calls with 5xx" .Chart.Name)) | trim | nindent 8 }}
        {{- /* Media and sockets take as long as they take; a completion hashes a whole file. Prometheus 3 writes the bucket as 1.0. */}}
        {{- $timed := printf "%s,route!~\".*(/parts|/media/|/socket|/complete|/playback-url|/download-url).*\"" $of }}
        {{- include "capture.burn" (dict "root" . "alert" "CaptureAnswersSlow" "runbook" "answers-slow"
          "bad" (printf "1 - sum(rate(capture_http_request_duration_seconds_bucket{%s,le=~\"1|1[.]0\"}[WINDOW])) / sum(rate(capture_http_request_duration_seconds_count{%s}[WINDOW]))" $timed $timed)
          "objective" .Values.prometheusRule.withinOneSecond
          "summary" (printf "%s takes more than a second for too many calls" .Chart.Name)) | trim | nindent 8 }}
        {{- /* Samples that every process of the service has, whatever else is away. */}}
        - alert: CaptureServiceDown
          expr: absent({{ ternary "capture_gateway_sockets" "capture_database_connections_limit" (eq .Chart.Name "gateway") }}{ {{- $of }}})
          for: 5m
          labels: { severity: critical }
          annotations:
            summary: Prometheus reads no process of {{ .Chart.Name }}
            {{- include "capture.where" (dict "root" . "page" "service-down") | nindent 12 }}
        {{- if .Values.credentials.DATABASE_URL }}
        - alert: CaptureEventsWait
          expr: max(capture_outbox_oldest_age_seconds{ {{- $of }}}) > {{ .Values.prometheusRule.outboxAgeSeconds }}
          for: 2m
          labels: { severity: critical }
          annotations:
            summary: Events of {{ .Chart.Name }} do not reach the bus
            {{- include "capture.where" (dict "root" . "page" "events-wait") | nindent 12 }}
        - alert: CaptureDeadLetters
          expr: max(capture_outbox_dead_letters{ {{- $of }}}) > 0
          labels: { severity: warning }
          annotations:
            summary: {{ .Chart.Name }} gave events up; fix the cause, then redrive them
            {{- include "capture.where" (dict "root" . "page" "dead-letters") | nindent 12 }}
        {{- end }}
        {{- if .Values.credentials.DATABASE_URL }}
        - alert: CaptureConsumerStuck
          expr: |
            max by (consumer) (capture_consumer_backlog{ {{- $of }}}) > 0
              unless
            sum by (consumer) (increase(capture_consumer_deliveries_total{ {{- $of }},outcome="done"}[10m])) > 0
          for: 10m
          labels: { severity: critical }
          annotations:
            summary: {{ .Chart.Name }} finishes none of the events that wait for one of its consumers
            {{- include "capture.where" (dict "root" . "page" "consumer-stuck") | nindent 12 }}
        {{- /* What waits, over the pace at which it is done, is the age that an event reaches. */}}
        - alert: CaptureConsumerBehind
          expr: |
            max by (consumer) (capture_consumer_backlog{ {{- $of }}})
              /
            sum by (consumer) (rate(capture_consumer_deliveries_total{ {{- $of }},outcome="done"}[1h])) > {{ .Values.prometheusRule.consumerBehindSeconds }}
          for: 1h
          labels: { severity: warning }
          annotations:
            summary: Events of {{ .Chart.Name }} wait for one of its consumers so long that they may be lost to it
            {{- include "capture.where" (dict "root" . "page" "consumer-behind") | nindent 12 }}
        - alert: CaptureConnectionsExhausted
          expr: max(min_over_time(capture_database_waiting{ {{- $of }}}[5m])) > 0
          for: 5m
          labels: { severity: warning }
          annotations:
            summary: Queries of {{ .Chart.Name }} wait for a connection of its pool
            {{- include "capture.where" (dict "root" . "page" "connections-exhausted") | nindent 12 }}
        {{- end }}
        {{- if eq .Chart.Name "recordings" }}
        - alert: CaptureStoreFails
          expr: sum(rate(capture_store_operations_total{ {{- $of }},outcome=~"full|unavailable"}[5m])) > 0
          for: 5m
          labels: { severity: critical }
          annotations:
            summary: The media store is full or out of reach
            {{- include "capture.where" (dict "root" . "page" "media-store") | nindent 12 }}
        - alert: CaptureStoreDegraded
          expr: max by (part) (capture_degraded{ {{- $of }},part=~"store.*"}) > 0
          for: 15m
          labels: { severity: warning }
          annotations:
            summary: Recordings goes on without its media store, or does not compare it with the database
            {{- include "capture.where" (dict "root" . "page" "media-store") | nindent 12 }}
        {{- end }}
        {{- if eq .Chart.Name "accounts" }}
        - alert: CaptureDeletionStuck
          expr: max(capture_organization_deletion_overdue_seconds{ {{- $of }}}) > 3600
          for: 5m
          labels: { severity: warning }
          annotations:
            summary: The deletion of an organization does not come to its end
            {{- include "capture.where" (dict "root" . "page" "deletion-stuck") | nindent 12 }}
        {{- end }}
        {{- if eq .Chart.Name "gateway" }}
        - alert: CaptureBudgetsAlone
          expr: sum(rate(capture_budget_fallbacks_total{ {{- $of }}}[5m])) > 0
          for: 10m
          labels: { severity: warning }
          annotations:
            summary: Gateways count budgets without Redis, each with its own share
            {{- include "capture.where" (dict "root" . "page" "budgets-alone") | nindent 12 }}
        {{- end }}
        {{- if .Values.prometheusRule.backlogAgeSeconds }}
        - alert: CaptureWebhooksWait
          expr: max(capture_webhooks_backlog_age_seconds{ {{- $of }}}) > {{ .Values.prometheusRule.backlogAgeSeconds }}
          for: 5m
          labels: { severity: critical }
          annotations:
            summary: Due webhooks are not attempted
            {{- include "capture.where" (dict "root" . "page" "webhooks-wait") | nindent 12 }}
        {{- end }}
{{- end -}}
{{- end -}}

{{/* Annotations: which process of which installation, as sums carry no label of it, and where to read what to do. Takes `root`
and `page`. */}}
{{- define "capture.where" -}}
service: {{ .root.Chart.Name }}
namespace: {{ .root.Release.Namespace }}
runbook_url: {{ .root.Values.prometheusRule.runbookBase }}docs/runbooks/{{ .page }}.md
{{- end -}}

{{/* A page when a budget of 30 days would be used up in two days, a ticket when in five. The short window lets the alert end
soon after the cause has. Takes `bad`, the share of bad answers over WINDOW, and `objective`, percent of good ones. */}}
{{- define "capture.burn" -}}
{{- $budget := divf (subf 100.0 .objective) 100.0 -}}
{{- range $speed := list
  (dict "factor" 14.4 "long" "1h" "short" "5m" "for" "2m" "severity" "critical")
  (dict "factor" 6.0 "long" "6h" "short" "30m" "for" "15m" "severity" "warning") }}
{{- $most := mulf $speed.factor $budget }}
- alert: {{ $.alert }}
  expr: |
    {{ $.bad | replace "WINDOW" $speed.long }} > {{ $most }}
      and
    {{ $.bad | replace "WINDOW" $speed.short }} > {{ $most }}
  for: {{ $speed.for }}
  labels: { severity: {{ $speed.severity }} }
  annotations:
    summary: {{ $.summary }}
    description: {{ printf "More than %v times what an objective of %v %% allows, over %s and %s." $speed.factor $.objective $speed.long $speed.short }}
    {{- include "capture.where" (dict "root" $.root "page" $.runbook) | nindent 4 }}
{{- end }}
{{- end -}}
