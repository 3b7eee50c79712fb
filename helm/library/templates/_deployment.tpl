{{- define "capture.deployment" -}}
{{- include "capture.check" . -}}
{{- $names := dict "root" . "component" .Chart.Name -}}
apiVersion: apps/v1
kind: Deployment
{{ include "capture.metadata" $names }}
spec:
  {{- if not (or .Values.autoscaling.enabled .Values.keda.enabled) }}
  replicas: {{ .Values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    {{- if eq (include "capture.store-of-one-node" .) "true" }}
    # A new pod on another node could not mount the store while the one before has it.
    type: Recreate
    {{- else }}
    {{- toYaml (ternary .Values.strategy (omit .Values.strategy "rollingUpdate") (eq .Values.strategy.type "RollingUpdate")) | nindent 4 }}
    {{- end }}
  selector:
    matchLabels:
      {{- include "capture.selector" $names | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "capture.labels" $names | nindent 8 }}
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/settings: {{ include "capture.settings" . | sha256sum }}
        {{- with .Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "capture.service-account" . }}
      {{- include "capture.pod-security" . | nindent 6 }}
      terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds | default (include "capture.seconds-to-stop" .) }}
      {{- with .Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if .Values.topologySpread }}
      topologySpreadConstraints:
        {{- include "capture.spread" $names | trim | nindent 8 }}
      {{- end }}
      containers:
        {{- include "capture.container" . | nindent 8 }}
      volumes:
        {{- include "capture.volumes" . | nindent 8 }}
{{- end -}}

{{- define "capture.configmap" -}}
apiVersion: v1
kind: ConfigMap
{{ include "capture.metadata" (dict "root" . "component" .Chart.Name) }}
data:
  {{- range $name, $value := include "capture.settings" . | fromYaml }}
  {{ $name }}: {{ $value | quote }}
  {{- end }}
{{- end -}}

{{- define "capture.service" -}}
{{- $names := dict "root" . "component" .Chart.Name "annotations" .Values.service.annotations -}}
apiVersion: v1
kind: Service
{{ include "capture.metadata" $names }}
spec:
  type: {{ .Values.service.type }}
  selector:
    {{- include "capture.selector" $names | nindent 4 }}
  ports:
    - name: http
      port: {{ .Values.service.port }}
      targetPort: http
      appProtocol: http
    {{- with .Values.metricsPort }}
    - name: metrics
      port: {{ . }}
      targetPort: metrics
      appProtocol: http
    {{- end }}
{{- end -}}

{{- define "capture.serviceaccount" -}}
{{- if .Values.serviceAccount.create -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "capture.service-account" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "capture.labels" (dict "root" . "component" .Chart.Name) | nindent 4 }}
  {{- with .Values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}
{{- end -}}

{{- define "capture.claim" -}}
{{- if and .Values.store (ne (include "capture.uses-s3" .) "true") -}}
{{- if not .Values.store.existingClaim -}}
apiVersion: v1
kind: PersistentVolumeClaim
{{ include "capture.metadata" (dict "root" . "component" .Chart.Name "suffix" "store" "annotations" (dict "helm.sh/resource-policy" "keep")) }}
spec:
  accessModes:
    {{- toYaml .Values.store.accessModes | nindent 4 }}
  {{- with .Values.store.storageClassName }}
  storageClassName: {{ . }}
  {{- end }}
  resources:
    requests:
      storage: {{ .Values.store.size }}
{{- end -}}
{{- end -}}
{{- end -}}
