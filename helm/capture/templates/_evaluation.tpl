{{/* Objects of a server for evaluation. Takes root, name, port, user (the id that its image runs as) and container. */}}
{{- define "evaluation.name" -}}
{{- include "capture.fullname-of" (dict "release" .root.Release.Name "name" .name "root" false) -}}
{{- end -}}

{{- define "evaluation.selector" -}}
app.kubernetes.io/name: capture
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "evaluation.metadata" -}}
metadata:
  name: {{ include "evaluation.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "evaluation.labels" . | nindent 4 }}
{{- end -}}

{{- define "evaluation.labels" -}}
{{ include "evaluation.selector" . }}
app.kubernetes.io/part-of: {{ include "capture.installation" (dict "Values" .root.Values "Release" .root.Release "Chart" (dict "IsRoot" false)) }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- define "evaluation.security" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "evaluation.service" -}}
apiVersion: v1
kind: Service
{{ include "evaluation.metadata" . }}
spec:
  selector:
    {{- include "evaluation.selector" . | nindent 4 }}
  ports:
    - name: {{ .name }}
      port: {{ .port }}
      targetPort: {{ .port }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
{{ include "evaluation.metadata" . }}
spec:
  podSelector:
    matchLabels:
      {{- include "evaluation.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ port: {{ .port }} }]
      from:
        {{- range include "capture.traffic" .root | fromYamlArray }}
        {{- if has $.name .to }}
        - podSelector:
            matchLabels:
              app.kubernetes.io/part-of: {{ include "capture.installation" (dict "Values" $.root.Values "Release" $.root.Release "Chart" (dict "IsRoot" false)) }}
              app.kubernetes.io/component: {{ .from }}
        {{- end }}
        {{- end }}
  egress: []
{{- end -}}
