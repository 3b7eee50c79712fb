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
        - alert: CaptureAnswersFail
          expr: |
            sum(rate(capture_http_requests_total{ {{- $of }},status=~"5.."}[5m]))
              / sum(rate(capture_http_requests_total{ {{- $of }}}[5m])) > {{ .Values.prometheusRule.errorRatio }}
          for: 5m
          labels: { severity: critical }
          annotations:
            summary: {{ .Chart.Name }} answers with 5xx
        {{- if .Values.credentials.DATABASE_URL }}
        - alert: CaptureEventsWait
          expr: max(capture_outbox_oldest_age_seconds{ {{- $of }}}) > {{ .Values.prometheusRule.outboxAgeSeconds }}
          for: 2m
          labels: { severity: critical }
          annotations:
            summary: Events of {{ .Chart.Name }} do not reach the bus
        - alert: CaptureDeadLetters
          expr: max(capture_outbox_dead_letters{ {{- $of }}}) > 0
          labels: { severity: warning }
          annotations:
            summary: {{ .Chart.Name }} gave events up; fix the cause, then redrive them
        {{- end }}
        {{- if .Values.prometheusRule.backlogAgeSeconds }}
        - alert: CaptureWebhooksWait
          expr: max(capture_webhooks_backlog_age_seconds{ {{- $of }}}) > {{ .Values.prometheusRule.backlogAgeSeconds }}
          for: 5m
          labels: { severity: critical }
          annotations:
            summary: Due webhooks are not attempted
        {{- end }}
{{- end -}}
{{- end -}}
