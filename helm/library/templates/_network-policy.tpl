{{/* The policy of one component: it selects its pods, and with both types named denies whatever has no rule.
Takes root, component, and optionally suffix and annotations. */}}
{{- define "capture.network-policy" -}}
{{- if .root.Values.networkPolicy.enabled -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
{{ include "capture.metadata" . }}
spec:
  podSelector:
    matchLabels:
      {{- include "capture.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- $in := include "capture.policy-ingress" . | trim }}
  ingress: {{- if $in }}{{ $in | nindent 4 }}{{ else }} []{{ end }}
  {{- $out := include "capture.policy-egress" . | trim }}
  egress: {{- if $out }}{{ $out | nindent 4 }}{{ else }} []{{ end }}
{{- end -}}
{{- end -}}

{{- define "capture.policy-ingress" -}}
{{- $values := .root.Values -}}
{{- range include "capture.traffic" .root | fromYamlArray }}
{{- if has $.component .to }}
{{- if eq .from "public" }}
- ports: [{ port: http }]
  {{- with $values.networkPolicy.from.public }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- else if eq .from "monitoring" }}
{{- with $values.networkPolicy.from.monitoring }}
- ports: [{ port: {{ ternary "metrics" "http" (gt (int $values.metricsPort) 0) }} }]
  from:
    {{- toYaml . | nindent 4 }}
{{- end }}
{{- else }}
- ports: [{ port: http }]
  from:
    {{- include "capture.peer" (dict "root" $.root "component" .from) | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "capture.policy-egress" -}}
{{- $values := .root.Values -}}
{{- $external := $values.networkPolicy.to -}}
{{- if eq .component .root.Chart.Name }}
{{- with $values.networkPolicy.egress }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- range include "capture.traffic" .root | fromYamlArray }}
{{- if eq .from $.component }}
- ports:
    {{- range $values.networkPolicy.dnsPorts }}
    - { port: {{ int . }}, protocol: UDP }
    - { port: {{ int . }}, protocol: TCP }
    {{- end }}
{{- range .to }}
{{- $target := index (omit $external "internet") . | default dict }}
{{- if eq . "internet" }}
{{- /* An empty `to` would allow every address. */}}
{{- if $external.internet }}
{{- $ports := ternary "CAPTURE_SSO_ALLOW_PORTS" "CAPTURE_WEBHOOK_ALLOW_PORTS" (eq $.component "accounts") }}
- ports:
    {{- range dig $ports (list "443" "8443") $values.settings }}
    - port: {{ int . }}
    {{- end }}
  to:
    {{- toYaml $external.internet | nindent 4 }}
{{- end }}
{{- else if eq . "otlp" }}
{{- if $values.settings.OTEL_EXPORTER_OTLP_ENDPOINT }}
{{ include "capture.external" $target }}
{{- end }}
{{- else if eq . "smtp" }}
{{- if $values.settings.CAPTURE_MAIL_FROM }}
{{ include "capture.external" $target }}
{{- end }}
{{- else if eq . "s3" }}
{{- if eq (include "capture.uses-s3" $.root) "true" }}
{{ include "capture.external" $target }}
{{- end }}
{{- else if hasKey $external . }}
{{ include "capture.external" $target }}
{{- else }}
{{- $upstream := dig . "podPort" 8080 ($values.upstreams | default dict) }}
- ports: [{ port: {{ ternary $values.httpPort $upstream (eq . $.root.Chart.Name) }} }]
  to:
    {{- include "capture.peer" (dict "root" $.root "component" .) | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The pods of a component of the same installation, in the same namespace. */}}
{{- define "capture.peer" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/part-of: {{ include "capture.installation" .root }}
      app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "capture.external" -}}
- ports: [{ port: {{ .port }} }]
  {{- with .peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
