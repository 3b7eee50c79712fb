{{/* A setting as text: Helm reads large numbers as floats, and lists are written with commas. */}}
{{- define "capture.text" -}}
{{- if kindIs "float64" . -}}{{ int64 . }}
{{- else if kindIs "slice" . -}}{{ join "," . }}
{{- else -}}{{ toString . }}
{{- end -}}
{{- end -}}

{{/* Settings of the process that are no secrets, as a map of texts: the chart's own, then those of the values. */}}
{{- define "capture.settings" -}}
{{- $settings := dict -}}
{{- with (.Values.global).publicUrl }}{{ $_ := set $settings "CAPTURE_PUBLIC_URL" . }}{{ end -}}
{{- range $service, $upstream := .Values.upstreams -}}
{{- $name := printf "CAPTURE_UPSTREAM_%s" ($service | upper | replace "-" "_") -}}
{{- $_ := set $settings $name (tpl $upstream.url $) -}}
{{- end -}}
{{- if .Values.metricsPort -}}
{{- $_ := set $settings "CAPTURE_METRICS_HOST" "0.0.0.0" -}}
{{- $_ := set $settings "CAPTURE_METRICS_PORT" (include "capture.text" .Values.metricsPort) -}}
{{- $_ := set $settings "CAPTURE_GATEWAY_COUNT" (include "capture.most-replicas" .) -}}
{{- end -}}
{{- if .Values.store -}}
{{- $_ := set $settings "CAPTURE_STORE_DIR" "/var/lib/capture/store" -}}
{{- end -}}
{{- range $name, $value := .Values.settings -}}
{{- if not (kindIs "invalid" $value) -}}
{{- $_ := set $settings $name (include "capture.text" $value) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $settings "CAPTURE_HTTP_HOST" "0.0.0.0" -}}
{{- $_ := set $settings "CAPTURE_HTTP_PORT" (include "capture.text" .Values.httpPort) -}}
{{- toYaml $settings -}}
{{- end -}}

{{- define "capture.most-replicas" -}}
{{- if .Values.keda.enabled -}}{{ include "capture.text" .Values.keda.maxReplicas }}
{{- else if .Values.autoscaling.enabled -}}{{ include "capture.text" .Values.autoscaling.maxReplicas }}
{{- else -}}{{ include "capture.text" .Values.replicas }}
{{- end -}}
{{- end -}}

{{- define "capture.credential" -}}
{{- $own := printf "%s-%s" (include "capture.installation" .root) .root.Chart.Name -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ tpl .credential.existingSecret .root | default $own }}
      key: {{ .credential.key | default .name }}
      {{- if .credential.optional }}
      optional: true
      {{- end }}
{{- end -}}

{{/* Seconds that a stopping pod may take: preStop, then the delay and the grace of the process, then a margin. */}}
{{- define "capture.seconds-to-stop" -}}
{{- $drainMs := dig "CAPTURE_DRAIN_DELAY_MS" 5000 .Values.settings | default 0 -}}
{{- $graceSec := dig "CAPTURE_SHUTDOWN_GRACE_SEC" 20 .Values.settings | default 20 -}}
{{- add .Values.preStopSeconds (ceil (divf $drainMs 1000) | int) $graceSec 5 -}}
{{- end -}}

{{/* Refuses values that would render, and then lose calls or files. */}}
{{- define "capture.check" -}}
{{- $least := include "capture.seconds-to-stop" . | int -}}
{{- with .Values.terminationGracePeriodSeconds -}}
{{- if lt (int .) $least -}}
{{- fail (printf "%s: terminationGracePeriodSeconds is %d, but preStopSeconds, CAPTURE_DRAIN_DELAY_MS, CAPTURE_SHUTDOWN_GRACE_SEC and 5 s together need %d: the pod would be killed while it still works" $.Chart.Name (int .) $least) -}}
{{- end -}}
{{- end -}}
{{- $drainMs := dig "CAPTURE_DRAIN_DELAY_MS" 5000 .Values.settings | default 0 | int -}}
{{- $probeMs := mul .Values.probes.readiness.periodSeconds 1000 -}}
{{- if le $drainMs (int $probeMs) -}}
{{- fail (printf "%s: CAPTURE_DRAIN_DELAY_MS is %d, not more than the period of the readiness probe (%d ms): calls would still come when the process closes" .Chart.Name $drainMs (int $probeMs)) -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled .Values.keda.enabled -}}
{{- fail (printf "%s: autoscaling.enabled and keda.enabled: two autoscalers would fight over one Deployment" .Chart.Name) -}}
{{- end -}}
{{- if and (eq (include "capture.store-of-one-node" .) "true") (gt (include "capture.most-replicas" . | int) 1) -}}
{{- fail (printf "%s: CAPTURE_STORE=filesystem with more than one replica needs store.accessModes: [ReadWriteMany]" .Chart.Name) -}}
{{- end -}}
{{- end -}}

{{/* Whether media lie on a volume that the pods of one node alone can mount at a time. */}}
{{- define "capture.store-of-one-node" -}}
{{- if .Values.store -}}
{{ and (ne (include "capture.uses-s3" .) "true") (not (has "ReadWriteMany" .Values.store.accessModes)) }}
{{- end -}}
{{- end -}}

{{- define "capture.uses-s3" -}}
{{- if .Values.store -}}{{ eq "s3" (dig "CAPTURE_STORE" "filesystem" .Values.settings) }}{{- end -}}
{{- end -}}
