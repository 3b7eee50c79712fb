{{/* Name of the objects of one service: `release-service`, or the release alone where it already ends so. At most 50
characters, so that names made from it and the labels of its pods stay within 63; what is cut is told apart by a hash.
Takes release, name, and root: whether the service's chart is the one that was installed. */}}
{{- define "capture.fullname-of" -}}
{{- $short := and .root (or (eq .release .name) (hasSuffix (printf "-%s" .name) .release)) -}}
{{- $full := ternary .release (printf "%s-%s" .release .name) $short -}}
{{- if le (len $full) 50 -}}
{{- $full -}}
{{- else -}}
{{- $room := int (sub 40 (len .name)) -}}
{{- printf "%s-%s-%s" (.release | trunc $room | trimSuffix "-") (.release | sha256sum | trunc 8) .name -}}
{{- end -}}
{{- end -}}

{{- define "capture.fullname" -}}
{{- $name := .Values.fullnameOverride -}}
{{- $name | default (include "capture.fullname-of" (dict "release" .Release.Name "name" .Chart.Name "root" .Chart.IsRoot)) -}}
{{- end -}}

{{/* The installation that a service belongs to: services of one installation talk to each other, and to no other's. */}}
{{- define "capture.installation" -}}
{{- $own := ternary "capture" .Release.Name .Chart.IsRoot -}}
{{- (.Values.global).installation | default $own -}}
{{- end -}}

{{/* What selects the pods of a component. Never change it: a Deployment refuses another selector. */}}
{{- define "capture.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "capture.labels" -}}
{{ include "capture.selector" . }}
app.kubernetes.io/part-of: {{ include "capture.installation" .root }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 }}
{{- with .root.Values.extraLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* metadata of an object. Takes root, component, and optionally suffix and annotations. */}}
{{- define "capture.metadata" -}}
metadata:
  name: {{ include "capture.fullname" .root }}{{ with .suffix }}-{{ . }}{{ end }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "capture.labels" . | nindent 4 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "capture.image" -}}
{{- $registry := .Values.image.registry | default (.Values.global).imageRegistry -}}
{{- with $registry }}{{ . }}/{{ end -}}
{{- .Values.image.repository -}}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end -}}
{{- end -}}

{{- define "capture.service-account" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "capture.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}
