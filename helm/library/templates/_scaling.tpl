{{- define "capture.budget" -}}
{{- if .Values.podDisruptionBudget.enabled -}}
{{- $names := dict "root" . "component" .Chart.Name -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
{{ include "capture.metadata" $names }}
spec:
  maxUnavailable: {{ .Values.podDisruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "capture.selector" $names | nindent 6 }}
{{- end -}}
{{- end -}}

{{- define "capture.autoscaler" -}}
{{- if .Values.autoscaling.enabled -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
{{ include "capture.metadata" (dict "root" . "component" .Chart.Name) }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "capture.fullname" . }}
  minReplicas: {{ .Values.autoscaling.minReplicas }}
  maxReplicas: {{ .Values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .Values.autoscaling.cpuUtilization }}
  {{- with .Values.autoscaling.behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
{{- end -}}

{{/* Scales by what waits: events that the durable consumers of the service have not handled, and due deliveries. */}}
{{- define "capture.scaledobject" -}}
{{- if .Values.keda.enabled -}}
{{- $keda := .Values.keda -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
{{ include "capture.metadata" (dict "root" . "component" .Chart.Name) }}
spec:
  scaleTargetRef:
    name: {{ include "capture.fullname" . }}
  minReplicaCount: {{ $keda.minReplicas }}
  maxReplicaCount: {{ $keda.maxReplicas }}
  pollingInterval: {{ $keda.pollingSeconds }}
  cooldownPeriod: {{ $keda.cooldownSeconds }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata:
        value: {{ $keda.cpuUtilization | quote }}
    {{- range index (include "capture.consumers" . | fromYaml) .Chart.Name }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ required (printf "%s: keda.natsMonitoringEndpoint, host:port of the monitoring of NATS" $.Chart.Name) $keda.natsMonitoringEndpoint | quote }}
        account: {{ $keda.natsAccount | quote }}
        stream: CAPTURE_EVENTS
        consumer: {{ . | quote }}
        lagThreshold: {{ $keda.consumerLag | quote }}
    {{- end }}
    {{- if $keda.backlogAgeSeconds }}
    - type: prometheus
      metadata:
        serverAddress: {{ required (printf "%s: keda.prometheusAddress, URL of Prometheus" .Chart.Name) $keda.prometheusAddress | quote }}
        query: max(capture_webhooks_backlog_age_seconds{namespace={{ .Release.Namespace | quote }}})
        threshold: {{ $keda.backlogAgeSeconds | quote }}
    {{- end }}
{{- end -}}
{{- end -}}
