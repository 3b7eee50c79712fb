{{/* Every object of a service's chart, as YAML documents. */}}
{{- define "capture.service-chart" -}}
{{- $kinds := list "serviceaccount" "configmap" "claim" "deployment" "service" "budget" "autoscaler" "scaledobject" "migration-policy" "migration" "test-policy" "test" "servicemonitor" "prometheusrule" "dashboards" -}}
{{- if .Values.httpRoute }}{{ $kinds = concat $kinds (list "httproute" "ingress") }}{{ end -}}
{{- range $kinds -}}
{{- $document := include (printf "capture.%s" .) $ | trim -}}
{{- if $document }}
---
{{ $document }}
{{- end -}}
{{- end }}
{{- with include "capture.network-policy" (dict "root" . "component" .Chart.Name) | trim }}
---
{{ . }}
{{- end }}
{{- end -}}

{{- define "capture.notes" -}}
{{- $secrets := dict -}}
{{- range $name, $credential := .Values.credentials -}}
{{- $secret := tpl $credential.existingSecret $ | default (printf "%s-%s" (include "capture.installation" $) $.Chart.Name) -}}
{{- $keys := get $secrets $secret | default list -}}
{{- $mark := ternary " (optional)" "" $credential.optional -}}
{{- $_ := set $secrets $secret (append $keys (printf "%s%s" ($credential.key | default $name) $mark)) -}}
{{- end -}}
{{ .Chart.Name }} {{ .Chart.AppVersion }} of the installation "{{ include "capture.installation" . }}".

Its pods wait until these Secrets are in namespace {{ .Release.Namespace }}:
{{- range $secret, $keys := $secrets }}
  {{ $secret }}: {{ join ", " $keys }}
{{- end }}

Next:
  kubectl -n {{ .Release.Namespace }} rollout status deployment/{{ include "capture.fullname" . }}
  helm test {{ .Release.Name }} -n {{ .Release.Namespace }} --logs
{{- end -}}
